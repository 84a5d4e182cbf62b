import { sql } from 'kysely';
import type { GameSort, GameStatus } from '@respa/contract/catalogue';
import { CATALOGUE } from '@respa/contract/limits';
import { OWN_PLAN, statement, type Db, type Tx } from '#platform/database/db.ts';
import {
  findWords,
  greatestWith,
  newestWith,
  type FoundWords,
} from '#platform/database/word-search.ts';
import type { PostPicture } from '#features/media/service.ts';
import type { MentionItem } from '#features/people/service.ts';

export type GameRow = {
  id: string;
  name: string;
  description: string;
  genres: string[];
  tags: string[];
  preview: PostPicture | null;
  screenshots: PostPicture[];
  version: string;
  package: string | null;
  version_code: number | null;
  certificate: string | null;
  rating_sum: number;
  votes: number;
  downloads: number;
  versions: number;
  is_landing: boolean;
  created_at: Date;
  updated_at: Date;
  mentions: MentionItem[];
};
/** A game as a reader sees it: with its file, and the reader's vote and status. */
export type SeenRow = GameRow & {
  file: string | null;
  mine: number | null;
  status: GameStatus | null;
};
const columns = [
  'id',
  'name',
  'description',
  'genres',
  'tags',
  'preview',
  'screenshots',
  'version',
  'package',
  'version_code',
  'certificate',
  'rating_sum',
  'votes',
  'downloads',
  'versions',
  'is_landing',
  'created_at',
  'updated_at',
  'mentions',
] as const;
/** Locks a game, so that changes to it are serialised. */
export const lockGame = (tx: Tx, id: string): Promise<GameRow | undefined> =>
  tx
    .selectFrom('games')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<GameRow | undefined>;
export const hasGame = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('games').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

const around = `f.file, v.rating as mine, s.status
  from games g left join lateral (select file from game_versions where game_id = g.id order by id desc limit 1) f on true
  left join game_votes v on v.game_id = g.id and v.user_id = $2::uuid left join game_statuses s on s.game_id = g.id and s.user_id = $2::uuid`;
const whole = columns.map((name) => `g.${name}`).join(', ');
const oneFor = statement<SeenRow, [id: string, viewerId: string | null]>(
  `select ${whole}, ${around} where g.id = $1`,
);
export const findGame = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<SeenRow | undefined> => (await oneFor(db, id, viewerId))[0];
const someFor = statement<SeenRow, [ids: string[], viewerId: string | null]>(
  `
    select ${whole.replace('g.description', `left(g.description, ${CATALOGUE.beginning}) as description`)},
      ${around}
    where g.id = any($1::uuid[])
  `,
);
/** Returns the games of a list, in the order of the ids; deleted ones are omitted. */
export async function gatherGames(
  db: Db,
  ids: string[],
  viewerId: string | null,
): Promise<SeenRow[]> {
  const rows = new Map(
    (ids.length === 0 ? [] : await someFor(db, ids, viewerId)).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
export type Wanted = { folded: string; including: string[]; excluding: string[] };
const fits = ({ folded, including, excluding }: Wanted) => sql<boolean>`
  true ${folded === '' ? sql`` : sql`and search like ${`%${escapeLike(folded)}%`}`}
    ${including.length === 0 ? sql`` : sql`and labels @> ${including}::text[]`}
    ${excluding.length === 0 ? sql`` : sql`and not labels && ${excluding}::text[]`}
`;
const ORDERS: Record<GameSort, readonly string[]> = {
  new: ['id'],
  popular: ['downloads', 'id'],
  rating: ['rank', 'id'],
};
type Page = { before?: string | undefined; skip: number; limit: number };
/**
 * Returns ids of games in an order; `before` is the last one that the caller has seen. A search
 * uses the word index in the orders that the index supports.
 */
export async function pickGames(
  db: Db,
  wanted: Wanted,
  sort: GameSort,
  page: Page,
): Promise<string[]> {
  const words = sort === 'rating' ? null : await findWords(db, 'game', wanted.folded);
  if (words?.ids.length === 0) return [];
  const found =
    words === null || (sort === 'popular' && words.isCommon)
      ? gamesAlong(wanted, sort, page)
      : gamesByWords(words, wanted, sort, page);
  return (await found.execute(db)).rows.map((row) => row.id);
}
function gamesByWords(
  words: FoundWords,
  wanted: Wanted,
  sort: GameSort,
  { before, skip, limit }: Page,
) {
  const isPlain = wanted.including.length + wanted.excluding.length === 0;
  const input = {
    words,
    from: sql`games g`,
    id: sql`g.id`,
    ...(isPlain ? {} : { fits: fits({ ...wanted, folded: '' }) }),
    before,
    skip,
    limit,
  };
  return sort === 'new' ? newestWith(input) : greatestWith({ ...input, amount: sql`g.downloads` });
}
function gamesAlong(wanted: Wanted, sort: GameSort, { before, skip, limit }: Page) {
  const keys = sql.raw(ORDERS[sort].join(', '));
  return sql<{
    id: string;
  }>`
    ${OWN_PLAN}
    select id
    from games
    where ${fits(wanted)} ${
      before === undefined
        ? sql``
        : sql`
        and (${keys}) < (select ${keys} from games where id = ${before})
      `
    }
    order by ${sql.raw(ORDERS[sort].map((key) => `${key} desc`).join(', '))}
    offset ${skip}
    limit ${limit}
  `;
}
/** Counts matching games, up to the limit of the contract. */
export async function countGames(db: Db, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    ${OWN_PLAN}
    select count(*)::int as count
    from (
      select
      from games
      where ${fits(wanted)}
      limit ${CATALOGUE.counted}
    ) as fitting
  `.execute(db);
  return rows[0]!.count;
}

export type LandingRow = { id: string; name: string; version: string; file: string; bytes: number };
const landing = statement<LandingRow, []>(`
  select g.id, g.name, g.version, f.file, (f.passport ->> 'bytes')::bigint as bytes
  from games g
  cross join lateral (
    select file, passport
    from game_versions
    where game_id = g.id
    order by id desc
    limit 1
  ) f
  where g.is_landing and f.file is not null
`);
export const findLanding = async (db: Db): Promise<LandingRow | undefined> =>
  (await landing(db))[0];
export const clearLanding = (tx: Tx) =>
  sql`
    update games
    set is_landing = false
    where is_landing
  `.execute(tx);
export const setLanding = (tx: Tx, id: string, isLanding: boolean) =>
  tx.updateTable('games').set({ is_landing: isLanding }).where('id', '=', id).execute();

export type LabelRow = { name: string; is_genre: boolean; games: number };
const labelsInUse = statement<LabelRow, [tags: number]>(`
  (
    select name, is_genre, games
    from game_labels
    where is_genre and games > 0
    order by games desc, name
  )
  union all (
    select name, is_genre, games
    from game_labels
    where not is_genre and games > 0
    order by games desc, name
    limit $1
  )
`);
export const listLabels = (db: Db): Promise<LabelRow[]> => labelsInUse(db, CATALOGUE.offeredTags);
/**
 * Adds one game to, or removes one from, the count of each label. A fixed order prevents deadlocks
 * between two concurrent changes.
 */
export const countLabels = (
  tx: Tx,
  labels: readonly { name: string; is_genre: boolean; by: 1 | -1 }[],
) =>
  sql`
    insert into game_labels (name, is_genre, games)
    select name, is_genre, greatest(by, 0)
    from unnest(
      ${labels.map(({ name }) => name)}::text[], ${labels.map((one) => one.is_genre)}::bool[],
      ${labels.map(({ by }) => by)}::int[]
    ) as label (name, is_genre, by)
    order by name
    on conflict (name) do update set games = game_labels.games + case when excluded.games = 0
      then -1 else 1 end
  `.execute(tx);

const newest = statement<{ count: number }, [since: string, most: number]>(`
  select count(*)::int as count
  from (
    select
    from games
    where id > $1
    limit $2
  ) as found
`);
/** Counts the games added after an id, up to `most`. */
export const countNew = async (db: Db, since: string, most: number): Promise<number> =>
  (await newest(db, since, most))[0]!.count;
