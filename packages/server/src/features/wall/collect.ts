import { everyPage, type Kept } from '#platform/collect.ts';
import type { Ground } from '#platform/ground.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { pickDrafts, pickDraftsBelow, pickWall, type PostRow } from './queries.ts';

/** The posts of somebody and then the drafts, newest first, with their pictures. */
export async function* collectPosts({ db }: Ground, userId: string): AsyncGenerator<Kept> {
  const posts = everyPage((last: PostRow | undefined, limit) => pickWall(db, userId, { before: last?.id, skip: 0, limit, isPublic: false }));
  const drafts = everyPage((last: PostRow | undefined, limit) => (last === undefined ? pickDrafts(db, userId, limit) : pickDraftsBelow(db, userId, limit, last.id)));
  for (const pages of [posts, drafts]) {
    for await (const page of pages) {
      const counts = await gatherCounts(db, userId, page.map((row) => row.id));
      for (const { id, text, created_at: date, edited_at: edited, audience, is_draft: draft, is_pinned: pinned, pictures } of page) {
        const { likes = 0, comments = 0 } = counts.get(id) ?? {};
        yield { row: { id, text, date, edited, audience, draft, pinned, likes, comments }, media: pictures.map(({ name }) => ['userposts', name] as const) };
      }
    }
  }
}
