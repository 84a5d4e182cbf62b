import { sql } from 'kysely';
import { FIRST_ID } from '#platform/database/paging.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { transaction } from '#platform/database/transaction.ts';
import { notify } from '#features/notifications/service.ts';
import { findVideo } from '../video-queries.ts';

/** Subscribers notified in one transaction. */
const BATCH = 200;

/**
 * Notifies the next batch of a channel's subscribers of a new video, and queues the batch after it.
 * Nobody is notified of a video that is no longer listed.
 */
export async function notifySubscribers(
  context: AppContext,
  id: string,
  after: string,
): Promise<void> {
  await transaction(context, async (tx, effect) => {
    const video = await findVideo(tx, id);
    if (video === undefined || !video.listed) return;
    const { rows } = await sql<{
      user_id: string;
      id: string;
    }>`
      select user_id, id
      from channel_subscriptions
      where channel_id = ${video.channel_id} and id > ${after === '' ? FIRST_ID : after}
      order by id
      limit ${BATCH}
    `.execute(tx);
    for (const { user_id: to } of rows.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))) {
      await notify(context, tx, effect, {
        to,
        from: video.owner_id,
        type: 'video',
        title: `Новое видео на канале «${video.channel_name}»`,
        postType: 'video',
        postId: id,
      });
    }
    if (rows.length === BATCH)
      await context.jobs.add(tx, 'videos.tell', { id, after: rows.at(-1)!.id }, { attempts: 5 });
  });
}
