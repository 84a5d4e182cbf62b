import { sql, type RawBuilder } from 'kysely';
import type { CounterProof } from './counters.ts';
import { statement, type Db } from './db.ts';

/** What has words of its own in `search_words`: what the triggers of its table keep there (migration 0151). */
export type SearchKind = 'video' | 'channel' | 'game';
/** The shortest text that the trigrams of the words find, and the longest that lies in one part of a long word. */
const [SHORTEST, LONGEST] = [3, 32];
/** Each word that has the text is looked at: so many, and no more of them. */
const MOST_WORDS = 64;
/** What more things have is found sooner along the order itself than by their words. */
const COMMON = 5_000;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Words that have a text in them: all things that have the text have one of the words, and the other way round. */
export type FoundWords = { ids: string[]; isCommon: boolean };
const wordsWith = statement<
  { id: string; things: number },
  [kind: string, pattern: string, limit: number]
>('select id::text as id, things from search_words where kind = $1 and word like $2 limit $3');
/** The words that a folded text is looked for by; null where it spans two words, is too short or too long, or is in too many of them. */
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
  /** The table of the things under the name that the conditions have for it. */
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** What else must hold of them. */
  fits?: RawBuilder<unknown>;
  before: string | undefined;
  skip: number;
  limit: number;
};
/** One word, which most searches are, is no list to the planner: it expects the same of any, and keeps one plan for them. */
const oneByOne = ({ ids }: FoundWords): RawBuilder<unknown> =>
  ids.length === 1
    ? sql`select ${ids[0]}::bigint as word`
    : sql`select unnest(${ids}::bigint[]) as word`;
/** Ids of things that have one of the words, the newest first: the first ones of each word are all that is read. */
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
 * The same, the greatest of a number first. Steps are gone through from the top, as many as hold a page: within them the number itself decides.
 * `amount` is the column of the number that the steps are of.
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

/** A part of the words is proved each night: all of them would take longer than a statement may. */
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
