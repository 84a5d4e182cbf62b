import * as board from '@respa/contract/classifieds';
import type { BodyOf, ReplyOf } from '@respa/contract/route';
import type { Caller } from '../driver.ts';

export type ShownAd = ReplyOf<typeof board.one>['ad'];
/** Publishes an ad in the classifieds, for a hundred roubles by default. */
export const publishAd = async (
  who: Caller,
  title: string,
  body: Partial<Record<keyof BodyOf<typeof board.create>, unknown>> = {},
  pictures: Blob[] = [],
): Promise<ShownAd> =>
  (
    await who.call(board.create, {
      body: { title, price: '100', ...body },
      files: { file: pictures },
    })
  ).ad;
export const readAd = async (who: Caller, id: string): Promise<ShownAd> =>
  (await who.call(board.one, { params: { id } })).ad;
