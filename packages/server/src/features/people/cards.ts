import type { Static } from 'typebox';
import type { PersonCard } from '@respa/contract/person';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { findBlockers } from './blocks.ts';
import { presentCard } from './present.ts';
import { presenceFor } from './privacy.ts';
import { gatherCards } from './queries.ts';

/**
 * Returns cards of people in the given order, without deleted users and those who block the viewer.
 */
export async function presentCards(
  context: AppContext,
  viewerId: string,
  ids: string[],
): Promise<Static<typeof PersonCard>[]> {
  const [cards, blockers] = await Promise.all([
    gatherCards(context.db, ids),
    findBlockers(context.db, viewerId, ids),
  ]);
  const presence = await presenceFor(context, viewerId, [...cards.values()]);
  return ids.flatMap((id) =>
    cards.has(id) && !blockers.includes(id) ? [presentCard(cards.get(id)!, presence)] : [],
  );
}
