import type { Static } from 'typebox';
import { appError } from '@respa/contract/app-errors';
import { PEOPLE } from '@respa/contract/limits';
import type { Suggestion } from '@respa/contract/people';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { yearsSince } from '#features/account/service.ts';
import { findBlockState } from '../blocks.ts';
import { mutualFor } from './mutual.ts';
import { presentCard } from '../present.ts';
import { presenceFor } from '../privacy.ts';
import { findPerson, gatherPeople } from '../queries.ts';
import { lockPair } from '../relations.ts';
import { foldQuery } from '../search.ts';
import * as queries from './suggestion-queries.ts';

const NAMED_GAMES = 3;

/** Returns a function from a person to the games that the viewer has in common with them. */
export async function sharedGamesFor(
  context: AppContext,
  viewerId: string,
  ids: string[],
  named = NAMED_GAMES,
): Promise<(id: string) => { games: { _id: string; name: string }[]; gamesCount: number }> {
  const shared = Map.groupBy(
    await queries.gatherSharedGames(context.db, viewerId, ids, named),
    (row) => row.user_id,
  );
  return (id) => ({
    games: (shared.get(id) ?? []).map((game) => ({ _id: game.id, name: game.name })),
    gamesCount: shared.get(id)?.[0]?.count ?? 0,
  });
}

/**
 * Returns people whom the viewer may want as friends, best first, at most `limit`: friends of
 * friends, players of the same games, people of the same city. Never friends, people with an open
 * or declined request, who block or are blocked, muted, hidden or suspended, nor those who do not
 * want to be suggested.
 */
export async function listSuggested(
  context: AppContext,
  viewer: Pick<Viewer, 'id'>,
  limit: number = PEOPLE.suggested,
): Promise<Static<typeof Suggestion>[]> {
  const me = await findPerson(context.db, viewer.id);
  if (me === undefined) throw appError('not_signed_in');
  const picked = await queries.pickSuggested(context.db, viewer.id, foldQuery(me.city), limit);
  const ids = picked.map((row) => row.id);
  const [rows, mutual, games] = await Promise.all([
    gatherPeople(context.db, ids),
    mutualFor(context, viewer.id, ids),
    sharedGamesFor(context, viewer.id, ids),
  ]);
  const presence = await presenceFor(context, viewer.id, [...rows.values()]);
  return picked.flatMap(({ id, is_same_city: isSameCity }) => {
    const row = rows.get(id);
    return row === undefined
      ? []
      : [
          {
            ...presentCard(row, presence),
            years: yearsSince(row.birth_date),
            city: row.city,
            isSameCity,
            mutual: mutual(id),
            ...games(id),
          },
        ];
  });
}

/** Keeps a person out of the viewer's suggestions. Idempotent. Throws `self`, `not_found`. */
export const hideSuggestion = (context: AppContext, viewer: Viewer, other: string): Promise<void> =>
  transaction(context, async (tx) => {
    if (viewer.id === other) throw appError('self');
    if (!isId(other) || (await lockPair(tx, viewer.id, other)).length < 2)
      throw appError('not_found');
    if ((await findBlockState(tx, viewer.id, other)).byThem) throw appError('not_found');
    await queries.insertHidden(tx, viewer.id, other, newId());
  });
/** Lets a person be suggested to the viewer again. Idempotent. */
export async function unhideSuggestion(
  context: AppContext,
  viewer: Viewer,
  other: string,
): Promise<void> {
  if (isId(other)) await queries.deleteHidden(context.db, viewer.id, other);
}
