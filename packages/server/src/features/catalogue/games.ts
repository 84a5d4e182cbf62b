import type { Static } from 'typebox';
import type { Game, GameSort, LandingApp } from '@respa/contract/catalogue';
import { fault } from '@respa/contract/faults';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { Ground } from '#platform/ground.ts';
import { isId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { rememberTotal } from '#platform/totals.ts';
import { foldQuery } from '#features/people/service.ts';
import { gatherCounts, gatherNewest } from '#features/reactions/service.ts';
import { readFilter } from './labels.ts';
import { presentCard, presentToVisitor, presentVersion, type ShownCard } from './present.ts';
import * as queries from './queries.ts';
import { pickVersions } from './version-queries.ts';

/** Who reads: a member, or a visitor. */
export type Reader = Pick<Viewer, 'id' | 'isAdmin'> | null;

/** A game as the reader finds it. Throws `not_found`. */
export async function getSeen(
  ground: Ground,
  reader: Reader,
  id: string,
): Promise<queries.SeenRow> {
  const row = isId(id) ? await queries.findGame(ground.db, id, reader?.id ?? null) : undefined;
  if (row === undefined) throw fault('not_found');
  return row;
}
/** A game as its page shows it. Throws `not_found`. */
export async function getGame(
  ground: Ground,
  reader: Reader,
  id: string,
): Promise<Static<typeof Game>> {
  const row = await getSeen(ground, reader, id);
  const viewerId = reader?.id ?? null;
  const [counts, talk, newest] = await Promise.all([
    gatherCounts(ground.db, viewerId, [row.id]),
    gatherNewest(ground, { id: viewerId }, [row.id], () => reader?.isAdmin === true),
    pickVersions(ground.db, row.id, { limit: 1 }),
  ]);
  const comments = talk.get(row.id) ?? [];
  return {
    ...presentCard(row, counts.get(row.id)?.comments ?? 0),
    screenshots: row.screenshots,
    comments: reader === null ? comments.map(presentToVisitor) : comments,
    file: newest[0] === undefined || newest[0].file === null ? null : presentVersion(newest[0]),
    versions: row.versions,
    isLanding: row.is_landing,
    updated: row.updated_at.toISOString(),
  };
}
/** Cards of games in the given order, without those that are gone. */
export async function presentGames(
  ground: Ground,
  reader: Reader,
  ids: string[],
): Promise<ShownCard[]> {
  const viewerId = reader?.id ?? null;
  const [rows, counts] = await Promise.all([
    queries.gatherGames(ground.db, ids, viewerId),
    gatherCounts(ground.db, viewerId, ids),
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
/** The catalogue in an order, the newest first unless told; `before` is the last game that the caller has seen. */
export async function listGames(ground: Ground, reader: Reader, given: Asked) {
  const wanted = {
    folded: foldQuery(given.q ?? ''),
    including: readFilter(given.with),
    excluding: readFilter(given.without),
  };
  const isNamed =
    given.page !== undefined || given.limit !== undefined || given.before !== undefined;
  const limit = given.limit ?? (isNamed ? PAGE_SIZES.named : PAGE_SIZES.wholeList);
  const skip = given.before === undefined ? (Math.max(1, given.page ?? 1) - 1) * limit : 0;
  const [picked, count] = await Promise.all([
    ground.lagging.read(reader?.id ?? null, (db) =>
      queries.pickGames(db, wanted, given.sort ?? 'new', {
        before: given.before,
        skip,
        limit: limit + 1,
      }),
    ),
    rememberTotal(ground, `games ${JSON.stringify(wanted)}`, () =>
      ground.lagging.read(null, (db) => queries.countGames(db, wanted)),
    ),
  ]);
  return {
    games: await presentGames(ground, reader, picked.slice(0, limit)),
    count,
    isLast: picked.length <= limit,
  };
}
/** The versions of a game, newest first. Throws `not_found`. */
export async function listVersions(ground: Ground, id: string, before?: string) {
  if (!isId(id) || !(await queries.hasGame(ground.db, id))) throw fault('not_found');
  const picked = await pickVersions(ground.db, id, { before, limit: PAGE_SIZES.versions + 1 });
  return {
    versions: picked.slice(0, PAGE_SIZES.versions).map(presentVersion),
    isLast: picked.length <= PAGE_SIZES.versions,
  };
}
export const listLabels = async (ground: Ground) =>
  (await queries.listLabels(ground.db)).map(({ name, is_genre: isGenre, games }) => ({
    name,
    isGenre,
    games,
  }));
/** The platform's own application; null where none is marked, or the marked one has no file. */
export async function getLanding(ground: Ground): Promise<Static<typeof LandingApp> | null> {
  const row = await queries.findLanding(ground.db);
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
/** Whether there is such a game, which everybody sees: for reactions and complaints. */
export const isGame = (ground: Ground, id: string): Promise<boolean> =>
  queries.hasGame(ground.db, id);
