import type { Static } from 'typebox';
import type { GameStatus, MarkedGame } from '@respa/contract/catalogue';
import { appError } from '@respa/contract/app-errors';
import { CATALOGUE, PAGE_SIZES } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { clearMediaOwner } from '#features/media/service.ts';
import { lockPerson, presentCards } from '#features/people/service.ts';
import { getSeen, presentGames } from './games.ts';
import * as queries from './member-queries.ts';
import { meanOf } from './present.ts';
import { lockGame, type GameRow } from './queries.ts';
import { readPage } from '#platform/database/paging.ts';

const MOST_FRIENDS = 24;

/**
 * Locks the member first, in the same order as account deletion, and then the game. Throws
 * `not_found`.
 */
async function lock(tx: Tx, viewer: Viewer, id: string): Promise<GameRow> {
  if ((await lockPerson(tx, viewer.id)) === undefined) throw appError('not_found');
  const row = isId(id) ? await lockGame(tx, id) : undefined;
  if (row === undefined) throw appError('not_found');
  return row;
}
/**
 * Gives a game the caller's one vote, replacing the previous one; null withdraws it. Idempotent.
 * Throws `not_found`.
 */
export const rate = (context: AppContext, viewer: Viewer, id: string, rating: number | null) =>
  transaction(context, async (tx) => {
    await lock(tx, viewer, id);
    const before = await queries.findVote(tx, id, viewer.id);
    if (before !== rating) await queries.saveVote(tx, id, viewer.id, before, rating);
    const row = (await lockGame(tx, id))!;
    return { rating: meanOf(row), votes: row.votes, mine: rating };
  });
/**
 * Sets the caller's status of a game; null for none. Idempotent. Throws `not_found`,
 * `too_many_games`.
 */
export const setStatus = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  status: GameStatus | null,
): Promise<{ status: GameStatus | null }> =>
  transaction(context, async (tx) => {
    await lock(tx, viewer, id);
    if (status === null) await queries.deleteStatus(tx, id, viewer.id);
    else {
      await queries.saveStatus(tx, id, viewer.id, status, newId());
      if ((await queries.countStatuses(tx, viewer.id, CATALOGUE.marked + 1)) > CATALOGUE.marked)
        throw appError('too_many_games');
    }
    return { status };
  });
/**
 * Returns the caller's games of a status, newest mark first. `before` is the last game that the
 * caller has seen.
 */
export async function listMine(
  context: AppContext,
  viewer: Viewer,
  status: GameStatus,
  before?: string,
) {
  const { rows, isLast } = await readPage(PAGE_SIZES.games, (limit) =>
    queries.pickMarked(context.db, viewer.id, status, {
      before,
      limit,
    }),
  );
  return {
    games: await presentGames(context, viewer, rows),
    isLast,
  };
}
/** Returns the games for a member's page, those they play first, and the number of all. */
export async function listShown(
  context: AppContext,
  userId: string,
  limit: number,
): Promise<{ shown: Static<typeof MarkedGame>[]; count: number }> {
  const rows = await queries.pickShown(context.db, userId, limit);
  return {
    shown: rows.map(({ id, name, preview, status }) => ({ _id: id, name, preview, status })),
    count: rows[0]?.count ?? 0,
  };
}
/** Returns the caller's friends who marked a game, those who play first. Throws `not_found`. */
export async function listFriends(context: AppContext, viewer: Viewer, id: string) {
  await getSeen(context, viewer, id);
  const { friends, count } = await queries.pickFriends(context.db, viewer.id, id, MOST_FRIENDS);
  const cards = new Map(
    (
      await presentCards(
        context,
        viewer.id,
        friends.map((row) => row.user_id),
      )
    ).map((card) => [card._id, card]),
  );
  return {
    friends: friends.flatMap(({ user_id: userId, status }) =>
      cards.has(userId) ? [{ person: cards.get(userId)!, status }] : [],
    ),
    count,
  };
}
/**
 * Handles an account deletion: votes, marks and downloads are removed from the counts; what the
 * admin added to the catalogue stays without an author.
 */
export async function deleteCatalogueData(tx: Tx, userId: string): Promise<void> {
  await queries.forgetGames(tx, userId);
  await clearMediaOwner(tx, userId, ['gamepreviews', 'gamedownloads']);
}
