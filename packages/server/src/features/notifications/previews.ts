import type { NotificationType } from '@respa/contract/notifications';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherParts, type NotificationRow } from './queries.ts';
import type { DescribeObjects, FindQuotes, Preview } from './state.ts';

type About = NotificationRow & { post_type: string; post_id: string };
const isAbout = (row: NotificationRow): row is About =>
  row.post_type !== null && row.post_id !== null;

/** Asks each resolver once for all rows that it answers for. */
async function askOnce<K, V>(
  rows: readonly About[],
  resolverOf: (row: About) => K | undefined,
  ask: (resolver: K, rows: About[]) => Promise<Map<string, V>>,
): Promise<Map<string, V>> {
  const groups = Map.groupBy(rows, resolverOf);
  const answers = await Promise.all(
    [...groups].flatMap(([resolver, own]) => (resolver === undefined ? [] : ask(resolver, own))),
  );
  return new Map(answers.flatMap((found) => [...found]));
}

/**
 * Returns what the reader may see of the objects of their notices, by notice. There is no preview
 * of an object that is deleted or hidden from the reader, nor of anything written under it.
 */
export async function gatherPreviews(
  context: AppContext,
  readerId: string,
  rows: readonly NotificationRow[],
): Promise<Map<string, Preview>> {
  const about = rows.filter(isAbout);
  const { objects, quotes } = context.notices;
  const written = about.filter(({ type }) => quotes.has(type as NotificationType));
  const [found, parts] = await Promise.all([
    askOnce<DescribeObjects, Preview>(
      about,
      (row) => objects.get(row.post_type),
      (describe, own) => describe(readerId, [...new Set(own.map((row) => row.post_id))]),
    ),
    gatherParts(
      context.db,
      written.map(({ id }) => id),
    ),
  ]);
  const said = await askOnce<FindQuotes, string>(
    written.filter((row) => found.has(row.post_id)),
    (row) => quotes.get(row.type as NotificationType),
    (find, own) =>
      find(
        readerId,
        own.map(({ id, post_id, from_id }) => ({
          noticeId: id,
          objectId: post_id,
          fromId: from_id,
          part: parts.get(id) ?? null,
        })),
      ),
  );
  return new Map(
    about.flatMap(({ id, post_id }) => {
      const preview = found.get(post_id);
      const quote = said.get(id);
      if (preview === undefined) return [];
      const whole = quote === undefined ? preview : { ...preview, quote };
      return Object.keys(whole).length === 0 ? [] : [[id, whole] as const];
    }),
  );
}
