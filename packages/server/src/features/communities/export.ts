import { gatherShared } from '#features/sharing/service.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { exportedPoll, gatherPolls } from '#features/polls/service.ts';
import { exportedAlts, exportedVersions } from '#features/posts/service.ts';
import { type ArticleRow } from './articles/article-queries.ts';
import { pickWritten } from './articles/article-list-queries.ts';
import { pickExported, type ExportedCommunity } from './export-queries.ts';

/** Yields the communities that a user subscribes to, leads, edits or is banned from. */
export async function* exportCommunities(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ExportedCommunity | undefined, limit) =>
    pickExported(db, userId, last?.id, limit),
  )) {
    for (const { avatar_url: avatar, banner_url: cover, role, ...row } of page) {
      const media =
        role === 'admin'
          ? [
              ...(avatar === '' ? [] : [['publicavatars', avatar] as const]),
              ...(cover === 'banner.jpg' ? [] : [['publicbanners', cover] as const]),
            ]
          : [];
      yield { row: { ...row, role }, media };
    }
  }
}
/** Yields the articles that a user wrote for communities or proposed, newest first. */
export async function* exportArticles(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ArticleRow | undefined, limit) =>
    pickWritten(db, userId, { before: last?.id, limit }),
  )) {
    const polls = await gatherPolls(db, 'publicpost', page);
    const shared = await gatherShared({ db }, 'publicpost', page);
    const versions = await exportedVersions(db, 'publicpost', page);
    for (const {
      id,
      public_id: publicId,
      title,
      text,
      state,
      publish_at: publishAt,
      created_at: date,
      edited_at: edited,
      pictures,
      comments_for: commentsFor,
    } of page) {
      yield {
        row: {
          id,
          publicId,
          title,
          text,
          state,
          publishAt,
          date,
          edited,
          commentsFor,
          ...exportedPoll(polls.get(id)),
          ...shared.get(id),
          ...versions.get(id),
          ...exportedAlts(pictures),
        },
        media: pictures.map(({ name }) => ['publicposts', name] as const),
      };
    }
  }
}
