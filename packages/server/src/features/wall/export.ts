import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { exportedPoll, gatherPolls } from '#features/polls/service.ts';
import { exportedAlts, exportedVersions } from '#features/posts/service.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { gatherShared } from '#features/sharing/service.ts';
import { type PostRow } from './queries.ts';
import { pickOwn } from './list-queries.ts';

/**
 * Yields a user's posts with their pictures, newest first, then the drafts and the scheduled ones.
 */
export async function* exportPosts(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for (const state of ['published', 'draft', 'scheduled'] as const) {
    for await (const page of everyPage((last: PostRow | undefined, limit) =>
      pickOwn(db, userId, state, { before: last?.id, limit }),
    )) {
      const counts = await gatherCounts(
        db,
        userId,
        page.map((row) => row.id),
      );
      const polls = await gatherPolls(db, 'userpost', page);
      const shared = await gatherShared({ db }, 'userpost', page);
      const versions = await exportedVersions(db, 'userpost', page);
      for (const {
        id,
        text,
        created_at: date,
        edited_at: edited,
        audience,
        is_pinned: pinned,
        pictures,
        comments_for: commentsFor,
        publish_at: publishAt,
        video_id: video,
      } of page) {
        yield {
          row: {
            id,
            text,
            date,
            edited,
            audience,
            pinned,
            draft: state !== 'published',
            commentsFor,
            ...(publishAt === null ? {} : { publishAt }),
            ...(video === null ? {} : { video: `/videohost/video/${video}` }),
            likes: counts.get(id)?.likes ?? 0,
            comments: counts.get(id)?.comments ?? 0,
            ...exportedPoll(polls.get(id)),
            ...shared.get(id),
            ...versions.get(id),
            ...exportedAlts(pictures),
          },
          media: pictures.map(({ name }) => ['userposts', name] as const),
        };
      }
    }
  }
}
