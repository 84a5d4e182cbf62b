import { sql, type RawBuilder } from 'kysely';
import { splitText } from '@respa/contract/rich-text';
import { nowMs } from '#platform/runtime/clock.ts';
import { FIRST_ID, LAST_ID } from './paging.ts';
import type { Db } from './db.ts';

/** Words and tags that a text must have. The last word may be the beginning of one. */
export type Wanted = { stems: readonly string[]; isPrefix: boolean; tags: readonly string[] };

/**
 * Returns what a search asks for, as the index of migration 0277 holds it; null if it names no
 * word.
 */
export async function readWanted(db: Db, q: string): Promise<Wanted | null> {
  const parts = splitText(q);
  const tags = parts.flatMap((part) => (part.kind === 'tag' ? [part.tag] : []));
  const words = parts.flatMap((part) => (part.kind === 'tag' ? [] : [part.text])).join(' ');
  const { rows } = await sql<{
    stems: string[];
  }>`
    select search_stems(word) as stems
    from unnest(search_tokens(${words}::text)) with ordinality as found (word, nth)
    order by nth
  `.execute(db);
  const stems = rows.flatMap((row) => row.stems);
  if (stems.length === 0 && tags.length === 0) return null;
  const isPrefix = parts.at(-1)?.kind !== 'tag' && (stems.at(-1)?.length ?? 0) > 1;
  return { stems, isPrefix, tags };
}

/** Posts of this time share the first five digits of their ids: 2^28 ms, three days. */
const SPAN_MS = 2 ** 28;
const spanOf = (id: string): number => Number.parseInt(id.slice(0, 5), 16);
const digits = (span: number): string => span.toString(16).padStart(5, '0');
/** Spans that one call goes through: eight years. */
const MOST_SPANS = 1_000;
/** Tags have only letters, digits and underscores, and stems have no quotes. */
const queryFor = (span: number, { stems, isPrefix, tags }: Wanted): string =>
  [
    ...stems.map(
      (stem, at) => `'${digits(span)}${stem}'${isPrefix && at === stems.length - 1 ? ':*' : ''}`,
    ),
    ...tags.map((tag) => `'${digits(span)}#${tag}'`),
  ].join(' & ');

type Table = {
  /** The table, its words, and the conditions of their index, as constants. */
  from: RawBuilder<unknown>;
  words: RawBuilder<unknown>;
  isIndexed: RawBuilder<unknown>;
  /** Further conditions on the rows. */
  fits?: RawBuilder<unknown>;
};
/** Ids, newest first, and the id above which all of them are; null when nothing is below. */
export type FoundIds = { ids: string[]; end: string | null };
/**
 * Returns the newest ids below `before` whose text has all words. It goes through the spans from
 * the newest and stops at the limit, so a common word costs no more than a rare one.
 */
export async function pickWithWords(
  db: Db,
  { from, words, isIndexed, fits = sql`true` }: Table,
  wanted: Wanted,
  { before = LAST_ID, limit }: { before?: string | undefined; limit: number },
): Promise<FoundIds> {
  const oldest = await sql<{ id: string }>`
    select id
    from ${from}
    order by id
    limit 1
  `.execute(db);
  const first = spanOf(oldest.rows[0]?.id ?? LAST_ID);
  // The clock of another server may be ahead.
  const newest = Math.min(spanOf(before), Math.floor(nowMs() / SPAN_MS) + 1);
  const last = Math.max(first, newest - MOST_SPANS + 1);
  if (newest < last) return { ids: [], end: null };
  const spans = Array.from({ length: newest - last + 1 }, (_, at) => newest - at);
  const { rows } = await sql<{ id: string }>`
    select hit.id
    from unnest(${spans.map((span) => queryFor(span, wanted))}::tsquery[]) as span (wanted)
    cross join lateral (
      select found.id
      from (
        select id
        from ${from}
        where ${isIndexed} and ${words} @@ span.wanted and ${fits}
        offset 0
      ) as found
      where found.id < ${before}
      order by found.id desc
      limit ${limit}
    ) as hit
    limit ${limit}
  `.execute(db);
  const ids = rows.map((row) => row.id).sort((a, b) => (a < b ? 1 : -1));
  if (ids.length === limit) return { ids, end: ids.at(-1)! };
  return { ids, end: last > first ? `${digits(last)}${FIRST_ID.slice(5)}` : null };
}
