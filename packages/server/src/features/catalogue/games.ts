import type { Static } from 'typebox';
import type { Game, GameSort, LandingApp } from '@respa/contract/catalogue';
import { appError } from '@respa/contract/app-errors';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { rememberTotal } from '#platform/database/totals.ts';
import { foldQuery } from '#features/people/service.ts';
import { gatherCounts, gatherNewest } from '#features/reactions/service.ts';
import { readFilter } from './labels.ts';
import { presentCard, presentToVisitor, presentVersion, type ShownCard } from './present.ts';
import * as queries from './queries.ts';
import { pickVersions } from './version-queries.ts';
import { bounds, readPage } from '#platform/database/paging.ts';

/** The reader: a member, or null for a visitor. */
export type Reader = Pick<Viewer, 'id' | 'isAdmin'> | null;

/** Returns a game as the reader sees it. Throws `not_found`. */
export async function getSeen(
  context: AppContext,
  reader: Reader,
  id: string,
): Promise<queries.SeenRow> {
  const row = isId(id) ? await queries.findGame(context.db, id, reader?.id ?? null) : undefined;
  if (row === undefined) throw appError('not_found');
  return row;
}
/** Returns a game for its page. Throws `not_found`. */
export async function getGame(
  context: AppContext,
  reader: Reader,
  id: string,
): Promise<Static<typeof Game>> {
  const row = await getSeen(context, reader, id);
  const viewerId = reader?.id ?? null;
  const [counts, conversation, newest] = await Promise.all([
    gatherCounts(context.db, viewerId, [row.id]),
    gatherNewest(context, { id: viewerId }, [row.id], () => reader?.isAdmin === true),
    pickVersions(context.db, row.id, { limit: 1 }),
  ]);
  const comments = conversation.get(row.id) ?? [];
  return {
    ...presentCard(row, counts.get(row.id)?.comments ?? 0),
    // A visitor does not learn who is named.
    ...(reader === null || row.mentions.length === 0 ? {} : { mentions: row.mentions }),
    screenshots: row.screenshots,
    comments: reader === null ? comments.map(presentToVisitor) : comments,
    file: newest[0] === undefined || newest[0].file === null ? null : presentVersion(newest[0]),
    versions: row.versions,
    isLanding: row.is_landing,
    updated: row.updated_at.toISOString(),
  };
}
/** Returns cards of games in the given order, without deleted ones. */
export async function presentGames(
  context: AppContext,
  reader: Reader,
  ids: string[],
): Promise<ShownCard[]> {
  const viewerId = reader?.id ?? null;
  const [rows, counts] = await Promise.all([
    queries.gatherGames(context.db, ids, viewerId),
    gatherCounts(context.db, viewerId, ids),
  ]);
  return rows.map((row) => presentCard(row, counts.get(row.id)?.comments ?? 0));
}

type Asked = {
  page?: number;
  limit?: number;
  q?: string;
  before?: string;
  sort?: GameSort;
  with?: string;
  without?: string;
};
/**
 * Lists the catalogue in an order, by default newest first; `before` is the last game that the
 * caller has seen.
 */
export async function listGames(context: AppContext, reader: Reader, input: Asked) {
  const wanted = {
    folded: foldQuery(input.q ?? ''),
    including: readFilter(input.with),
    excluding: readFilter(input.without),
  };
  const { limit, skip } = bounds(input);
  const [{ rows, isLast }, count] = await Promise.all([
    readPage(limit, (most) =>
      context.replica.read(reader?.id ?? null, (db) =>
        queries.pickGames(db, wanted, input.sort ?? 'new', {
          before: input.before,
          skip,
          limit: most,
        }),
      ),
    ),
    rememberTotal(context, `games ${JSON.stringify(wanted)}`, () =>
      context.replica.read(null, (db) => queries.countGames(db, wanted)),
    ),
  ]);
  return {
    games: await presentGames(context, reader, rows),
    count,
    isLast,
  };
}
/** Lists the versions of a game, newest first. Throws `not_found`. */
export async function listVersions(context: AppContext, id: string, before?: string) {
  if (!isId(id) || !(await queries.hasGame(context.db, id))) throw appError('not_found');
  const { rows, isLast } = await readPage(PAGE_SIZES.versions, (limit) =>
    pickVersions(context.db, id, { before, limit }),
  );
  return {
    versions: rows.map(presentVersion),
    isLast,
  };
}
export const listLabels = async (context: AppContext) =>
  (await queries.listLabels(context.db)).map(({ name, is_genre: isGenre, games }) => ({
    name,
    isGenre,
    games,
  }));
/**
 * Returns the platform's own application; null if none is marked, or the marked one has no file.
 */
export async function getLanding(context: AppContext): Promise<Static<typeof LandingApp> | null> {
  const row = await queries.findLanding(context.db);
  return row === undefined
    ? null
    : {
        _id: row.id,
        name: row.name,
        version: row.version,
        downloadUrl: row.file,
        bytes: row.bytes,
      };
}
/**
 * Returns whether the game exists; every game is visible to everyone. Used for reactions and
 * reports.
 */
export const isGame = (context: AppContext, id: string): Promise<boolean> =>
  queries.hasGame(context.db, id);
