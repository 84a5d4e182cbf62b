import type { LinkedKind } from '@respa/contract/link-cards';
import { makeSafeFetch, type SafeFetch } from '#platform/http/safe-fetch.ts';

/** Returns whether a member may remove the card of a message or post. */
export type MayRemove = (viewerId: string, id: string) => Promise<boolean>;
export type LinkState = {
  fetch: SafeFetch;
  /** Set by `app/compose.ts`. */
  mayRemove: Map<LinkedKind, MayRemove>;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    links: LinkState;
  }
}

/** The name under which the server visits other sites; their owners find this site by it. */
export const createLinkState = (publicUrl: string): LinkState => ({
  fetch: makeSafeFetch({ userAgent: `Mozilla/5.0 (compatible; RespaBot/1.0; +${publicUrl})` }),
  mayRemove: new Map(),
});
