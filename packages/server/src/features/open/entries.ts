import type { AppContext } from '#platform/runtime/app-context.ts';
import { FIRST_ID } from '#platform/database/paging.ts';
import { pickGames } from '#features/catalogue/service.ts';
import { pickOpenArticles, pickOpenCommunities } from '#features/communities/service.ts';
import { pickOpenWalls } from '#features/people/service.ts';
import { pickOpenChannels, pickOpenVideos } from '#features/videohost/service.ts';

/** A page for search engines: the id of its object, and when it changed, if that is known. */
export type Entry = { id: string; changed?: Date };
const PICKS = {
  games: pickGames,
  communities: pickOpenCommunities,
  articles: pickOpenArticles,
  channels: pickOpenChannels,
  videos: pickOpenVideos,
  people: pickOpenWalls,
} as const;
export type ListedKind = keyof typeof PICKS;
export const LISTED_KINDS = Object.keys(PICKS) as ListedKind[];
const BATCH = 1_000;

/**
 * Yields what everyone may read of a kind, at most `most` objects after an id, in the order of ids,
 * in batches.
 */
export async function* listEntries(
  context: AppContext,
  kind: ListedKind,
  { after = FIRST_ID, most = Infinity }: { after?: string; most?: number } = {},
): AsyncGenerator<Entry[]> {
  let last = after;
  for (let left = most; left > 0;) {
    const limit = Math.min(BATCH, left);
    const rows: Entry[] = await context.replica.read(null, (db) => PICKS[kind](db, last, limit));
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    left -= rows.length;
    last = rows.at(-1)!.id;
  }
}
