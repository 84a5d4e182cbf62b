import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { After } from '#platform/database/transaction.ts';
import { dropChannel } from './channels/channels.ts';
import type { ChannelRow } from './channels/channel-queries.ts';

/**
 * Deletes a user's video data on account deletion: their channel with all its videos, and their
 * subscriptions, which are no longer counted. Videos they uploaded to channels of others stay,
 * without an author.
 */
export async function deleteVideohostData(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
): Promise<void> {
  await sql`
    select id
    from video_channels
    where admin_id = ${userId}
      or id in (
        select channel_id
        from channel_subscriptions
        where user_id = ${userId}
      )
    order by id
    for no key update
  `.execute(tx);
  await sql`
    with gone as (
      delete from channel_subscriptions
      where user_id = ${userId}
      returning channel_id
    )
    update video_channels c
    set subscribers_count = c.subscribers_count - 1
    from gone
    where c.id = gone.channel_id
  `.execute(tx);
  const { rows } = await sql<ChannelRow>`
      select *
      from video_channels
      where admin_id = ${userId}
    `.execute(tx);
  for (const channel of rows) await dropChannel(context, tx, after, channel);
}
