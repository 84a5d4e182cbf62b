import { everyPage, type Kept } from '#platform/collect.ts';
import type { Ground } from '#platform/ground.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { pickWall, type PostRow } from './queries.ts';

/** The posts of somebody, newest first, with their pictures. */
export async function* collectPosts({ db }: Ground, userId: string): AsyncGenerator<Kept> {
  for await (const page of everyPage((last: PostRow | undefined, limit) => pickWall(db, userId, { before: last?.id, skip: 0, limit }))) {
    const counts = await gatherCounts(db, userId, page.map((row) => row.id));
    for (const { id, text, created_at: date, pictures } of page) {
      yield { row: { id, text, date, likes: counts.get(id)?.likes ?? 0, comments: counts.get(id)?.comments ?? 0 }, media: pictures.map(({ name }) => ['userposts', name] as const) };
    }
  }
}
