import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { beginningOf, toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { findChannel, lockChannel } from './channels/channel-queries.ts';
import { dropChannel } from './channels/channels.ts';
import { findVideo, lockVideo } from './video-queries.ts';
import { dropVideo } from './videos.ts';

/** Channels in the admin panel. */
export const moderateChannels = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('video_channels')
      .select(['id', 'admin_id', 'name', 'description'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.admin_id,
      title: `Канал «${row.name}»`,
      text: beginningOf(row.description),
      link: `/videohost/channel/${row.id}`,
    }));
  },
  async takeDown(tx, after, id) {
    const found = await findChannel(tx, id, null);
    const row = found && (await lockChannel(tx, id, found.admin_id));
    if (row !== undefined) await dropChannel(context, tx, after, row);
    return row !== undefined;
  },
});
/** Videos in the admin panel. */
export const moderateVideos = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('videos')
      .select(['id', 'owner_id', 'title', 'description'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.owner_id,
      title: `Видео «${row.title}»`,
      text: beginningOf(row.description),
      link: `/videohost/video/${row.id}`,
    }));
  },
  async takeDown(tx, after, id) {
    const found = await findVideo(tx, id);
    if (
      found === undefined ||
      (await lockChannel(tx, found.channel_id, found.owner_id)) === undefined
    )
      return false;
    const video = await lockVideo(tx, id);
    if (video !== undefined) await dropVideo(context, tx, after, video);
    return video !== undefined;
  },
});
