import type { AppContext } from '#platform/runtime/app-context.ts';
import { findRelations } from '#features/people/service.ts';
import type { PostVideos, ShownVideo } from '#features/posts/service.ts';
import { maySee } from './policy.ts';
import { findVideo, gatherVideos } from './video-queries.ts';

/** Returns the videos that posts show. Watching one in a post is counted as on its own page. */
export const makePostVideos = (context: AppContext): PostVideos => ({
  async gather(viewerId, ids) {
    if (viewerId === null || ids.length === 0) return new Map();
    const rows = [...(await gatherVideos(context.db, viewerId, [...new Set(ids)])).values()];
    const owners = rows.flatMap((row) => (row.audience === 'friends' ? [row.owner_id] : []));
    const relations = await findRelations(context.db, viewerId, [...new Set(owners)]);
    return new Map(
      rows.flatMap((row): [string, ShownVideo][] =>
        maySee(row.owner_id === viewerId ? 'admin' : 'reader', {
          state: row.state,
          audience: row.audience,
          isFriend: relations.get(row.owner_id) === 'friends',
          isBlocked: false,
        })
          ? [
              [
                row.id,
                {
                  _id: row.id,
                  title: row.title,
                  duration: row.duration,
                  preview: row.preview,
                },
              ],
            ]
          : [],
      ),
    );
  },
  async isOwn(userId, id) {
    const video = await findVideo(context.db, id);
    return video?.owner_id === userId && video.state === 'ready';
  },
});
