import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExporters } from '../../packages/server/src/app/exporters.ts';
import { startTestApp, type TestApp } from '../support/driver.ts';

/**
 * Where the data archive holds the data of a table about people; or, after a dash, why it does not.
 */
const KEPT: Record<string, string> = {
  accounts: 'profile.json',
  people: 'profile.json',
  notice_settings: 'profile.json',
  sessions: 'sessions.json',
  sign_ins: 'sign-ins.json',
  second_factors: '— a secret',
  recovery_codes: '— secrets',
  login_challenges: '— secrets of minutes',
  passkeys: '— public keys of the own devices, listed in the settings',
  passkey_challenges: '— secrets of minutes',
  friendships: 'friends.json',
  friend_requests: 'friend-requests.json',
  friend_refusals: 'friend-requests.json',
  blocks: 'blocked.json',
  mutes: 'muted.json',
  hidden_suggestions: 'hidden-suggestions.json',
  posts: 'posts.json',
  photos: 'photos.json',
  comments: 'comments.json',
  likes: 'likes.json',
  emoji_reactions: 'likes.json',
  poll_votes: 'poll-votes.json',
  comment_likes: 'likes.json',
  notifications: 'notifications.json',
  visit_notices: 'visits.json',
  rooms: 'dialogs.json',
  room_members: 'dialogs.json',
  messages: 'dialogs.json',
  scheduled_messages: 'scheduled-messages.json',
  chat_folders: 'chat-folders.json',
  chat_folder_rooms: 'chat-folders.json',
  bookmarks: 'bookmarks.json',
  bookmark_folders: 'bookmarks.json',
  room_refusals: 'refused-groups.json',
  publics: 'groups.json',
  public_subscriptions: 'groups.json',
  public_editors: 'groups.json',
  public_bans: 'groups.json',
  public_posts: 'group-posts.json',
  sticker_packs: 'stickers.json',
  added_packs: 'stickers.json',
  saved_gifs: 'gifs.json',
  voice_rings: '— a call that rings right now',
  voice_members: '— who is in a voice room right now',
  voice_mutes: '— who is muted for all in a voice room right now',
  voice_screens: '— who shows a screen right now',
  push_devices: 'push.json',
  push_settings: 'push.json',
  game_votes: 'games.json',
  game_statuses: 'games.json',
  game_downloads: 'game-downloads.json',
  reports: 'reports.json',
  report_cases: '— what others reported of a thing, gathered',
  support_messages: 'support.json',
  suspensions:
    '— who is suspended has no session to ask with; why and until when stands in a mail and at the door',
  classifieds: 'ads.json',
  classified_favourites: 'favourite-ads.json',
  classified_searches: 'saved-searches.json',
  classified_looks: '— counted only',
  classified_matches: '— who is still to be told',
  promos: 'promos.json',
  promo_seen: 'seen-promos.json',
  promo_hidden: 'seen-promos.json',
  video_channels: 'channels.json',
  channel_helpers: 'channels.json',
  channel_subscriptions: 'channels.json',
  videos: 'videos.json',
  video_watches: 'video-history.json',
  video_later: 'playlists.json',
  video_playlists: 'playlists.json',
  video_picks: '— picked anew every few minutes',
  cloud_nodes: 'cloud.json',
  cloud_grants: 'cloud.json',
  cloud_owners: '— what the cloud takes, counted',
  storage_used: '— what the media take, counted',
  uploads: '— files on their way',
  idempotency_keys: '— keeps one press one thing, for a week',
  account_links: '— secrets of mails',
  attached_links: '— the card of a link that the text itself holds',
  known_devices: '— secrets of browsers',
  message_clients: '— keeps one press one message',
  notification_senders: '— who stands behind the notices of others',
  public_notices: '— what the groups of others were told',
  public_notice_marks: '— how far an editor has read',
  reaction_objects: '— counters of posts and photos',
  media_files: '— the bytes of what the rows name',
  exports: '— the archive itself',
  dismissed_steps: '— a card that is no longer shown',
};
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('every table about people is in the data archive, or has a reason why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.confrelid = any(array['accounts'::regclass, 'people'::regclass])
    union
    select table_name
    from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'owner_id', 'author_id')
    union
    select 'accounts'
    order by 1
  `.execute(app.server.context.db);
  expect(rows.map((row) => row.name)).toEqual(Object.keys(KEPT).sort());
  const files = createExporters(app.server.context).map(({ file }) => file);
  expect(
    [...new Set(Object.values(KEPT).filter((where) => !where.startsWith('—')))].sort(),
  ).toEqual(files.sort());
});
