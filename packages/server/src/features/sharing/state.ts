import type { Static } from 'typebox';
import type { ObjectCard, SharedKind } from '@respa/contract/sharing';
import type { AppContext } from '#platform/runtime/app-context.ts';

export type Card = Static<typeof ObjectCard>;
/** Returns the cards of those of the given objects that the viewer may see, by id. */
export type GatherCards = (
  context: AppContext,
  viewerId: string | null,
  ids: string[],
) => Promise<Map<string, Card>>;

export type SharingState = {
  /** Set by `app/compose.ts`: every kind that can be shared or bookmarked. */
  cards: Map<SharedKind, GatherCards>;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    sharing: SharingState;
  }
}

export const createSharingState = (): SharingState => ({ cards: new Map() });
