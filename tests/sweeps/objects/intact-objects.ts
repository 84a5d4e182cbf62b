import { sql, type RawBuilder } from 'kysely';
import type { LiveObjects } from './live-objects.ts';

const unblocked = (one: string, other: string) =>
  sql`
    not exists (
      select
      from blocks
      where (blocker_id, blocked_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid,
        ${one}::uuid))
    )
  `;
const mayCome = (id: string) => sql`not exists (select from suspensions where user_id = ${id})`;
const granted = (id: string, to: string) =>
  sql`exists (select from cloud_grants where node_id = ${id} and user_id = ${to})`;
const comment = (id: string) => sql`from comments where id = ${id}`;
/** An object is intact while this query finds a row. */
export const INTACT: Record<keyof LiveObjects, (things: LiveObjects) => RawBuilder<unknown>> = {
  owner: ({ owner }) => sql`from accounts where id = ${owner} and ${mayCome(owner)}`,
  friend: ({ owner, friend }) =>
    sql`
      from friendships
      where user_id = ${owner} and friend_id = ${friend} and ${mayCome(friend)}
    `,
  stranger: ({ owner, stranger }) =>
    sql`
      from accounts
      where id = ${stranger} and ${mayCome(stranger)} and ${unblocked(owner, stranger)}
    `,
  sessionId: ({ sessionId }) => sql`from sessions where id = ${sessionId}`,
  passkeyId: ({ passkeyId, owner }) =>
    sql`from passkeys where id = ${passkeyId} and user_id = ${owner}`,
  roomId: ({ roomId }) => sql`from rooms where id = ${roomId}`,
  scheduledId: ({ scheduledId }) => sql`from scheduled_messages where id = ${scheduledId}`,
  bookmarkFolderId: ({ bookmarkFolderId }) =>
    sql`from bookmark_folders where id = ${bookmarkFolderId}`,
  chatFolderId: ({ chatFolderId }) => sql`from chat_folders where id = ${chatFolderId}`,
  messageId: ({ messageId }) => sql`from messages where id = ${messageId} and deleted_at is null`,
  postId: ({ postId }) => sql`from posts where id = ${postId}`,
  pollId: ({ pollId }) =>
    sql`from polls where id = ${pollId} and closed_at is null and room_id is not null`,
  pollOptionId: ({ pollOptionId, pollId, friend }) =>
    sql`
      from poll_votes
      where option_id = ${pollOptionId} and poll_id = ${pollId} and user_id = ${friend}
    `,
  packId: ({ packId, owner }) =>
    sql`from sticker_packs where id = ${packId} and owner_id = ${owner}`,
  pushDeviceId: ({ pushDeviceId, owner }) =>
    sql`from push_devices where id = ${pushDeviceId} and user_id = ${owner}`,
  stickerId: ({ stickerId, packId }) =>
    sql`from stickers where id = ${stickerId} and pack_id = ${packId}`,
  gifId: ({ gifId, owner }) => sql`from saved_gifs where id = ${gifId} and user_id = ${owner}`,
  photoId: ({ photoId }) => sql`from photos where id = ${photoId}`,
  photoName: ({ photoId }) => sql`from photos where id = ${photoId}`,
  commentId: ({ commentId }) => comment(commentId),
  noticeId: ({ noticeId }) => sql`from notifications where id = ${noticeId}`,
  groupId: ({ groupId, owner, friend }) =>
    sql`
      from rooms
      where id = ${groupId}
        and creator_id = ${owner}
        and 2 = (
          select count(*)
          from room_members
          where room_id = rooms.id and user_id in (${owner}, ${friend})
        )
    `,
  groupMessageId: ({ groupId, groupMessageId }) =>
    sql`
      from messages
      where id = ${groupMessageId} and room_id = ${groupId} and deleted_at is null
    `,
  publicId: ({ publicId, owner, friend }) =>
    sql`
      from publics
      where id = ${publicId}
        and admin_id = ${owner}
        and opened_at is not null
        and exists (
          select
          from public_subscriptions
          where public_id = publics.id and user_id = ${friend}
        )
    `,
  articleId: ({ articleId, publicId }) =>
    sql`from public_posts where id = ${articleId} and public_id = ${publicId}`,
  articleCommentId: ({ articleCommentId }) => comment(articleCommentId),
  proposalId: ({ proposalId, publicId }) =>
    sql`
      from public_posts
      where id = ${proposalId} and public_id = ${publicId} and state = 'proposed'
    `,
  folderId: ({ folderId }) => sql`from cloud_nodes where id = ${folderId} and trashed_at is null`,
  fileId: ({ fileId, friend }) =>
    sql`
      from cloud_nodes
      where id = ${fileId} and trashed_at is null and ${granted(fileId, friend)}
    `,
  thrownId: ({ thrownId }) =>
    sql`from cloud_nodes where id = ${thrownId} and trashed_at is not null`,
  gameId: ({ gameId }) => sql`from games where id = ${gameId}`,
  gameCommentId: ({ gameCommentId }) => comment(gameCommentId),
  channelId: ({ channelId, owner, friend }) =>
    sql`
      from video_channels
      where id = ${channelId}
        and admin_id = ${owner}
        and exists (
          select
          from channel_subscriptions
          where channel_id = video_channels.id and user_id = ${friend}
        )
    `,
  videoId: ({ videoId, channelId }) =>
    sql`from videos where id = ${videoId} and channel_id = ${channelId}`,
  videoCommentId: ({ videoCommentId }) => comment(videoCommentId),
  playlistId: ({ playlistId }) => sql`from video_playlists where id = ${playlistId}`,
  adId: ({ adId }) => sql`from classifieds where id = ${adId} and closed_at is null`,
  otherAdId: ({ otherAdId }) => sql`
    from classifieds
    where id = ${otherAdId} and closed_at is null
  `,
  savedSearchId: ({ savedSearchId }) => sql`from classified_searches where id = ${savedSearchId}`,
  promoId: ({ promoId }) => sql`from promos where id = ${promoId} and state = 'shown'`,
  otherPromoId: ({ otherPromoId }) =>
    sql`from promos where id = ${otherPromoId} and state = 'shown'`,
  asker: ({ asker, owner }) =>
    sql`from friend_requests where from_id = ${asker} and to_id = ${owner}`,
  draftId: ({ draftId }) => sql`from posts where id = ${draftId} and is_draft`,
  sentId: ({ sentId, owner }) =>
    sql`
      from cloud_nodes
      where id = ${sentId} and trashed_at is null and ${granted(sentId, owner)}
    `,
  eventId: ({ eventId }) => sql`from events where id = ${eventId}`,
  supportMessageId: ({ supportMessageId }) =>
    sql`from support_messages where id = ${supportMessageId} and state = 'new'`,
  caseId: ({ caseId }) => sql`from report_cases where id = ${caseId} and closed_at is null`,
  waitingPromoId: ({ waitingPromoId }) =>
    sql`from promos where id = ${waitingPromoId} and state = 'waiting'`,
  jobId: ({ jobId }) =>
    sql`
      from graphile_worker._private_jobs
      where id = ${jobId}::bigint and attempts = max_attempts
    `,
};
export const PLACES = Object.keys(INTACT) as (keyof LiveObjects)[];
