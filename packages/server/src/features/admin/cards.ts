import type { Static } from 'typebox';
import type { PersonCard } from '@respa/contract/person';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherCards, isOnline, presentCard } from '#features/people/service.ts';

/**
 * Returns cards of people for the admin panel, regardless of their blocks and privacy; a deleted
 * user has none.
 */
export async function cardsFor(
  context: AppContext,
  ids: (string | null)[],
): Promise<(id: string | null) => Static<typeof PersonCard> | null> {
  const cards = await gatherCards(context.db, [...new Set(ids.filter((id) => id !== null))]);
  return (id) => {
    const row = id === null ? undefined : cards.get(id);
    return row === undefined ? null : presentCard(row, (userId) => isOnline(context, userId));
  };
}
