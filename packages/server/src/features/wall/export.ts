import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { exportedPoll, gatherPolls } from '#features/polls/service.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { gatherShared } from '#features/sharing/service.ts';
import { pickOwn, type PostRow } from './queries.ts';

/** Yields a user's posts with their pictures, newest first, and then the drafts. */
export async function* exportPosts(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for (const draft of [false, true]) {
    for await (const page of everyPage((last: PostRow | undefined, limit) =>
      pickOwn(db, userId, draft, { before: last?.id, limit }),
    )) {
      const counts = await gatherCounts(
        db,
        userId,
        page.map((row) => row.id),
      );
      const polls = await gatherPolls(db, 'userpost', page);
      const shared = await gatherShared({ db }, 'userpost', page);
      for (const {
        id,
        text,
        created_at: date,
        edited_at: edited,
        audience,
        is_pinned: pinned,
        pictures,
      } of page) {
        yield {
          row: {
            id,
            text,
            date,
            edited,
            audience,
            pinned,
            draft,
            likes: counts.get(id)?.likes ?? 0,
            comments: counts.get(id)?.comments ?? 0,
            ...exportedPoll(polls.get(id)),
            ...shared.get(id),
          },
          media: pictures.map(({ name }) => ['userposts', name] as const),
        };
      }
    }
  }
}
