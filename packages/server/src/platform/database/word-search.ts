import { sql, type RawBuilder } from 'kysely';
import type { CounterProof } from './counters.ts';
import { statement, type Db } from './db.ts';

/**
 * The kinds of objects with words of their own in `search_words`, maintained by the triggers of
 * their tables (migration 0151).
 */
export type SearchKind = 'video' | 'channel' | 'game';
/**
 * The shortest text that the word trigrams find, and the longest that fits in one part of a long
 * word.
 */
const [SHORTEST, LONGEST] = [3, 32];
/** The maximum number of words containing the text. Each of them is looked up. */
const MOST_WORDS = 64;
/**
 * With more matching objects than this, scanning in list order is faster than looking up by word.
 */
const COMMON = 5_000;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/**
 * Words that contain a text: an object contains the text if and only if it has one of the words.
 */
export type FoundWords = { ids: string[]; isCommon: boolean };
const wordsWith = statement<
  { id: string; things: number },
  [kind: string, pattern: string, limit: number]
>('select id::text as id, things from search_words where kind = $1 and word like $2 limit $3');
/**
 * Returns the words by which to look up a folded text; null if it spans two words, is too short or
 * too long, or occurs in too many words.
 */
export async function findWords(
  db: Db,
  kind: SearchKind,
  folded: string,
): Promise<FoundWords | null> {
  const characters = [...folded].length;
  if (characters < SHORTEST || characters > LONGEST || folded.includes(' ')) return null;
  const words = await wordsWith(db, kind, `%${escapeLike(folded)}%`, MOST_WORDS + 1);
  return words.length > MOST_WORDS
    ? null
    : {
        ids: words.map(({ id }) => id),
        isCommon: words.reduce((sum, { things }) => sum + things, 0) > COMMON,
      };
}

type Wanted = {
  words: FoundWords;
  /** The table of the objects, under the alias that the conditions use. */
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** Additional conditions on the objects. */
  fits?: RawBuilder<unknown>;
  before: string | undefined;
  skip: number;
  limit: number;
};
/**
 * A single word, as in most searches, is passed without a list: the planner then expects the same
 * of any word and keeps one plan for them.
 */
const oneByOne = ({ ids }: FoundWords): RawBuilder<unknown> =>
  ids.length === 1
    ? sql`select ${ids[0]}::bigint as word`
    : sql`select unnest(${ids}::bigint[]) as word`;
/**
 * Selects ids of objects that have one of the words, newest first. It reads only the first rows of
 * each word.
 */
export function newestWith({
  words,
  from,
  id,
  fits = sql`true`,
  before,
  skip,
  limit,
}: Wanted): RawBuilder<{ id: string }> {
  return sql<{
    id: string;
  }>`
    select id
    from (
      select distinct found.id
      from (${oneByOne(words)}) w
      cross join lateral (
        select ${id} as id
        from search_places p
        join ${from} on ${id} = p.thing_id
        where p.word_id = w.word ${before === undefined ? sql`` : sql`and p.thing_id < ${before}`}
          and ${fits}
        order by p.thing_id desc
        limit ${skip + limit}
      ) found
    ) of_all
    order by id desc
    offset ${skip}
    limit ${limit}
  `;
}
/**
 * Does the same, ordered by a number, greatest first. It scans tiers from the top, as many as hold
 * a page; within them the number itself decides.
 * `amount` is the column of the number that the tiers are derived from.
 */
export function greatestWith({
  words,
  from,
  id,
  fits,
  before,
  skip,
  limit,
  amount,
}: Wanted & { amount: RawBuilder<unknown> }): RawBuilder<{ id: string }> {
  const place =
    before === undefined
      ? sql``
      : sql`
        and p.tier <= (
          select search_tier(${amount})
          from ${from}
          where ${id} = ${before}
        )
          and (${amount}, ${id}) < (
            select ${amount}, ${id}
            from ${from}
            where ${id} = ${before}
          )
      `;
  const isPlain = fits === undefined && before === undefined;
  const joined = sql`join ${from} on ${id} = p.thing_id`;
  const among = fits === undefined ? place : sql`${place} and ${fits}`;
  return sql<{ id: string }>`
    with w as materialized (${oneByOne(words)}),
    last_step as (
      select coalesce(min(tier), 1) as tier
      from (
        select tier
        from (
          select distinct first.id, first.tier
          from w
          cross join lateral (
            select p.thing_id as id, p.tier
            from search_places p ${isPlain ? sql`` : joined}
            where p.word_id = w.word and p.tier > 0 ${among}
            order by p.tier desc, p.thing_id desc
            limit ${skip + limit}
          ) first
        ) of_all
        order by tier desc
        limit ${skip + limit}
      ) page
    )
    select id
    from (
      select distinct ${id} as id, ${amount} as amount
      from last_step
      cross join w
      join search_places p on p.word_id = w.word
        and p.tier > 0
        and p.tier >= last_step.tier ${joined}
      where true ${among}
    ) of_steps
    order by amount desc, id desc
    offset ${skip}
    limit ${limit}
  `;
}

/** Checks one part of the words each night: checking all would take longer than a statement may. */
export const wordCounters: CounterProof[] = [
  {
    name: 'search_words.things',
    differing: sql`
      select w.kind || ' ' || w.word as id
      from search_words w
      where w.id % 28 = extract(day from now())::int % 28
        and w.things <> (select count(*) from search_places p where p.word_id = w.id)
      limit 1000
    `,
  },
];
