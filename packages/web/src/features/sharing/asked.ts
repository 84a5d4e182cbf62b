import type { SharedKind } from '@respa/contract/sharing';
import { makeAsked } from '#lib/browser/asked.ts';

export type Ref = { kind: SharedKind; id: string };
/** The dialog that a button of an object opens. */
export type Wish = { act: 'share' | 'sharers' | 'bookmark'; of: Ref };
export const { ask, read: readWish, subscribe: subscribeWish } = makeAsked<Wish>();
