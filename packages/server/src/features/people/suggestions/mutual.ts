import type { Static } from 'typebox';
import type { Mutual } from '@respa/contract/person';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherMutual } from './mutual-queries.ts';
import { gatherCards } from '../queries.ts';

const NAMED = 3;
/**
 * Returns a function from a person to the friends that the viewer has in common with them, for the
 * given people: the exact number and three names. Nobody in common for those who do not show the
 * viewer their friends.
 */
export async function mutualFor(
  context: AppContext,
  viewerId: string,
  ids: string[],
): Promise<(id: string) => Static<typeof Mutual>> {
  const mutual = await gatherMutual(context.db, viewerId, ids, NAMED);
  const cards = await gatherCards(context.db, [
    ...new Set([...mutual.values()].flatMap((row) => row.newest)),
  ]);
  return (id) => ({
    count: mutual.get(id)?.count ?? 0,
    friends: (mutual.get(id)?.newest ?? []).flatMap((friend) => {
      const card = cards.get(friend);
      return card === undefined ? [] : [{ _id: card.id, name: card.name, surname: card.surname }];
    }),
  });
}
