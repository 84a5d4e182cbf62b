// Generated from the migrated database by `npm run check -- --write`; do not edit.
import type { ColumnType, Generated } from 'kysely';

export type AccountLinks = {
  hash: Buffer;
  user_id: string;
  kind: string;
  email: string | null;
  created_at: Generated<Date>;
  dies_at: Date;
  used_at: Date | null;
};
export type Accounts = {
  id: string;
  email: string;
  password_hash: string;
  activated_at: Date | null;
  seen_on: string | null;
  created_at: Generated<Date>;
  registered_from: Generated<string>;
};
export type AddedPacks = {
  user_id: string;
  pack_id: string;
  place: number;
  added_at: Generated<Date>;
};
export type AdminAlerts = {
  kind: string;
  day: string;
};
export type AdminLog = {
  id: string;
  admin_id: string;
  action: string;
  kind: string | null;
  object_id: string | null;
  person_id: string | null;
  reason: Generated<string>;
  created_at: Generated<Date>;
};
export type AttachedLinks = {
  id: string;
  room_id: string | null;
  message_id: string | null;
  post_id: string | null;
  article_id: string | null;
  author_id: string | null;
  url_hash: Buffer;
  removed_at: Date | null;
};
export type Blobs = {
  id: string;
  hash: Buffer;
  name: string;
  bytes: number;
  refs: number;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  created_at: Generated<Date>;
  unreadable_until: Date | null;
};
export type Blocks = {
  blocker_id: string;
  blocked_id: string;
  id: string;
};
export type BookmarkFolders = {
  id: string;
  user_id: string;
  name: string;
  created_at: Generated<Date>;
};
export type Bookmarks = {
  id: string;
  user_id: string;
  kind: string;
  object_id: string;
  folder_id: string | null;
  created_at: Generated<Date>;
};
export type ChannelHelpers = {
  channel_id: string;
  user_id: string;
  created_at: Generated<Date>;
};
export type ChannelSubscriptions = {
  channel_id: string;
  user_id: string;
  id: string;
};
export type ChatFolderRooms = {
  folder_id: string;
  room_id: string;
  user_id: string;
};
export type ChatFolders = {
  id: string;
  user_id: string;
  name: string;
  rank: number;
  kinds: Generated<string[]>;
  created_at: Generated<Date>;
};
export type ClassifiedFavourites = {
  ad_id: string;
  user_id: string;
  id: string;
};
export type ClassifiedLooks = {
  ad_id: string;
  user_id: string;
  day: string;
};
export type ClassifiedMatches = {
  ad_id: string;
  user_id: string;
  words: string;
};
export type ClassifiedSearches = {
  id: string;
  user_id: string;
  q: string;
  game: string;
  price_from: number | null;
  price_to: number | null;
  pictures: boolean;
  needle: string;
  game_key: string;
  key: string;
  created_at: Generated<Date>;
};
export type Classifieds = {
  id: string;
  owner_id: string;
  title: string;
  description: Generated<string>;
  price: number;
  game: Generated<string>;
  phone: Generated<string>;
  pictures: Generated<unknown>;
  passport: unknown | null;
  warnings: Generated<unknown>;
  looks: Generated<number>;
  created_at: Generated<Date>;
  ends_at: Date | null;
  closed_at: Date | null;
  listed: Generated<boolean>;
  matched_at: Date | null;
  has_pictures: ColumnType<boolean, never, never>;
  game_key: ColumnType<string, never, never>;
  search: ColumnType<string, never, never>;
  mentions: Generated<unknown>;
};
export type CloudGrants = {
  node_id: string;
  user_id: string;
  id: string;
  copy_id: string | null;
  created_at: Generated<Date>;
};
export type CloudNodes = {
  id: string;
  owner_id: string;
  parent_id: string | null;
  place: ColumnType<string, never, never>;
  is_folder: boolean;
  name: string;
  type: string;
  stored: string | null;
  bytes: Generated<number>;
  is_public: Generated<boolean>;
  shared: Generated<number>;
  client_key: string | null;
  trash_id: string | null;
  trashed_at: Date | null;
  created_at: Generated<Date>;
};
export type CloudOwners = {
  owner_id: string;
  used: Generated<number>;
  files: Generated<number>;
  folders: Generated<number>;
};
export type CommentLikes = {
  comment_id: string;
  user_id: string;
};
export type Comments = {
  id: string;
  object_id: string;
  author_id: string;
  text: string;
  likes: Generated<number>;
  created_at: Generated<Date>;
  edited_at: Date | null;
  answer_to: string | null;
  answered_id: string | null;
  thread_id: string | null;
  second: number | null;
  mentions: Generated<unknown>;
};
export type DirectoryWords = {
  part: string;
  word: string;
  people: number;
};
export type DismissedSteps = {
  user_id: string;
  dismissed_at: Generated<Date>;
};
export type EmojiReactions = {
  object_id: string;
  user_id: string;
  emoji: string;
  created_at: Generated<Date>;
};
export type Events = {
  id: string;
  text: string;
  day: string;
  hour: Generated<string>;
  is_interesting: Generated<boolean>;
  information: Generated<string>;
  visibility: Generated<string>;
  sort: Generated<number>;
  preview: unknown | null;
  screenshot: unknown | null;
  created_at: Generated<Date>;
};
export type ExportLinks = {
  hash: Buffer;
  export_id: string;
  created_at: Generated<Date>;
  session_id: string | null;
};
export type Exports = {
  id: string;
  user_id: string;
  state: Generated<string>;
  progress: Generated<number>;
  run: string | null;
  tries: Generated<number>;
  bytes: number | null;
  created_at: Generated<Date>;
  ready_at: Date | null;
  dies_at: Date;
};
export type FriendRefusals = {
  from_id: string;
  to_id: string;
  refused_at: Generated<Date>;
};
export type FriendRequests = {
  from_id: string;
  to_id: string;
  created_at: Generated<Date>;
};
export type Friendships = {
  user_id: string;
  friend_id: string;
  id: string;
};
export type GameDownloads = {
  version_id: string;
  user_id: string;
  created_at: Generated<Date>;
};
export type GameLabels = {
  name: string;
  is_genre: boolean;
  games: number;
};
export type GameStatuses = {
  game_id: string;
  user_id: string;
  status: string;
  id: string;
};
export type GameVersions = {
  id: string;
  game_id: string;
  version: string;
  changes: Generated<string>;
  file: string | null;
  passport: unknown | null;
  downloads: Generated<number>;
  created_at: Generated<Date>;
};
export type GameVotes = {
  game_id: string;
  user_id: string;
  rating: number;
};
export type Games = {
  id: string;
  name: string;
  description: Generated<string>;
  genres: Generated<string[]>;
  tags: Generated<string[]>;
  labels: ColumnType<string[], never, never>;
  preview: unknown | null;
  screenshots: Generated<unknown>;
  version: string;
  package: string | null;
  version_code: number | null;
  certificate: string | null;
  rating_sum: Generated<number>;
  votes: Generated<number>;
  rank: ColumnType<number, never, never>;
  downloads: Generated<number>;
  versions: Generated<number>;
  is_landing: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  search: ColumnType<string, never, never>;
  mentions: Generated<unknown>;
};
export type GonePages = {
  id: string;
  gone_at: Generated<Date>;
};
export type HiddenSuggestions = {
  user_id: string;
  other_id: string;
  id: string;
};
export type IdempotencyKeys = {
  user_id: string;
  key: string;
  route: string;
  reply: unknown | null;
  created_at: Generated<Date>;
};
export type Instances = {
  id: string;
  seen_at: Generated<Date>;
  people: Generated<string[]>;
  workers: Generated<string[]>;
  jobs: Generated<string[]>;
};
export type KnownDevices = {
  user_id: string;
  hash: Buffer;
  used_at: Generated<Date>;
};
export type Likes = {
  object_id: string;
  user_id: string;
  created_at: Generated<Date>;
};
export type LinkCards = {
  url_hash: Buffer;
  url: string;
  site_key: string;
  status: Generated<string>;
  site: Generated<string>;
  title: Generated<string>;
  text: Generated<string>;
  picture: unknown | null;
  fetched_at: Date | null;
  created_at: Generated<Date>;
};
export type LoginChallenges = {
  hash: Buffer;
  user_id: string;
  dies_at: Date;
};
export type MailCounts = {
  recipient: Buffer;
  kind: string;
  seconds: number;
  used: number;
  ends_at: Date;
};
export type MediaFiles = {
  id: string;
  folder: string;
  name: string;
  owner_id: string | null;
  scope_id: string | null;
  kind: string;
  mime: string;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  duration_ms: number | null;
  bytes: number;
  created_at: Date;
  blob_id: string | null;
};
export type MessageClients = {
  room_id: string;
  user_id: string;
  client_id: string;
  message_id: string;
};
export type MessageVersions = {
  id: string;
  room_id: string;
  message_id: string;
  text: string;
  formatting: unknown;
  written_at: Date;
};
export type Messages = {
  room_id: string;
  id: string;
  user_id: string;
  position: number;
  born: number;
  seq: number;
  text: string;
  media: Generated<unknown>;
  client_id: string | null;
  created_at: Generated<Date>;
  edited_at: Date | null;
  deleted_at: Date | null;
  system: unknown | null;
  reply_to: string | null;
  mentions: Generated<unknown>;
  forwarded_from: string | null;
  reactions: Generated<unknown>;
  is_silent: Generated<boolean>;
  formatting: Generated<unknown>;
  has_poll: Generated<boolean>;
};
export type Mutes = {
  muter_id: string;
  muted_id: string;
  id: string;
};
export type NoticeSettings = {
  user_id: string;
  quiet: Generated<string[]>;
};
export type NotificationParts = {
  notification_id: string;
  from_id: string;
  part_id: string;
};
export type NotificationSenders = {
  notification_id: string;
  from_id: string;
  since: string;
};
export type Notifications = {
  id: string;
  to_id: string;
  from_id: string;
  type: string;
  title: string;
  post_type: string | null;
  post_id: string | null;
  checked_at: Date | null;
  created_at: Generated<Date>;
  others: Generated<number>;
};
export type PasskeyChallenges = {
  hash: Buffer;
  user_id: string | null;
  dies_at: Date;
};
export type Passkeys = {
  id: string;
  user_id: string;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: Generated<Date>;
  used_at: Date | null;
};
export type People = {
  id: string;
  name: string;
  surname: string;
  birth_date: string;
  country: Generated<string>;
  city: Generated<string>;
  about_me: Generated<string>;
  avatar_url: Generated<string>;
  banner_url: Generated<string>;
  friends_count: Generated<number>;
  subscribes_count: Generated<number>;
  photos_count: Generated<number>;
  posts_count: Generated<number>;
  is_listed: Generated<boolean>;
  last_online_at: Date | null;
  messages_for: Generated<string>;
  wall_for: Generated<string>;
  friends_for: Generated<string>;
  presence_for: Generated<string>;
  friends_posts_count: Generated<number>;
  search: ColumnType<string, never, never>;
  search_surname: ColumnType<string, never, never>;
  search_name: ColumnType<string, never, never>;
  games_for: Generated<string>;
  suggested_to: Generated<string>;
  link_cards: Generated<boolean>;
};
export type Photos = {
  id: string;
  user_id: string;
  picture: unknown;
  created_at: Generated<Date>;
};
export type PollOptions = {
  id: string;
  poll_id: string;
  place: number;
  text: string;
  votes: Generated<number>;
};
export type PollVotes = {
  id: string;
  poll_id: string;
  option_id: string;
  user_id: string;
  created_at: Generated<Date>;
};
export type Polls = {
  id: string;
  room_id: string | null;
  message_id: string | null;
  post_id: string | null;
  article_id: string | null;
  question: string;
  is_multiple: boolean;
  is_anonymous: boolean;
  closes_at: Date | null;
  closed_at: Date | null;
  voters: Generated<number>;
  created_at: Generated<Date>;
};
export type PostVersions = {
  id: string;
  post_id: string | null;
  article_id: string | null;
  title: string;
  text: string;
  mentions: unknown;
  written_at: Date;
};
export type Posts = {
  id: string;
  author_id: string;
  text: string;
  pictures: Generated<unknown>;
  created_at: Generated<Date>;
  audience: Generated<string>;
  is_draft: Generated<boolean>;
  is_pinned: Generated<boolean>;
  edited_at: Date | null;
  has_poll: Generated<boolean>;
  mentions: Generated<unknown>;
  comments_for: Generated<string>;
  publish_at: Date | null;
  video_id: string | null;
  is_repost: Generated<boolean>;
};
export type PromoDays = {
  promo_id: string;
  day: string;
  views: Generated<number>;
  clicks: Generated<number>;
};
export type PromoHidden = {
  user_id: string;
  promo_id: string;
};
export type PromoSeen = {
  user_id: string;
  promo_id: string;
  day: string;
  viewed: boolean;
  clicked: boolean;
};
export type Promos = {
  id: string;
  owner_id: string;
  title: string;
  text: Generated<string>;
  link: Generated<string>;
  picture: unknown;
  state: Generated<string>;
  reason: Generated<string>;
  days: number;
  place: Generated<number>;
  views: Generated<number>;
  clicks: Generated<number>;
  created_at: Generated<Date>;
  approved_at: Date | null;
  ends_at: Date | null;
};
export type PublicBans = {
  public_id: string;
  user_id: string;
  reason: Generated<string>;
  created_at: Generated<Date>;
};
export type PublicEditors = {
  public_id: string;
  user_id: string;
  created_at: Generated<Date>;
};
export type PublicNoticeMarks = {
  public_id: string;
  user_id: string;
  last_id: string;
};
export type PublicNotices = {
  id: string;
  public_id: string;
  from_id: string;
  type: string;
  post_id: string | null;
  created_at: Generated<Date>;
};
export type PublicPosts = {
  id: string;
  public_id: string;
  author_id: string | null;
  title: string;
  text: string;
  pictures: unknown;
  state: string;
  publish_at: Date | null;
  is_proposal: Generated<boolean>;
  is_pinned: Generated<boolean>;
  created_at: Generated<Date>;
  edited_at: Date | null;
  has_poll: Generated<boolean>;
  mentions: Generated<unknown>;
  comments_for: Generated<string>;
  is_repost: Generated<boolean>;
};
export type PublicSubscriptions = {
  public_id: string;
  user_id: string;
  id: string;
};
export type Publics = {
  id: string;
  name: string;
  description: Generated<string>;
  avatar_url: Generated<string>;
  banner_url: Generated<string>;
  admin_id: string;
  subscribers_count: Generated<number>;
  posts_count: Generated<number>;
  created_at: Generated<Date>;
  search: ColumnType<string, never, never>;
  opened_at: Date | null;
  mentions: Generated<unknown>;
};
export type PushDevices = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  endpoint_hash: Buffer;
  p256dh: string;
  auth: string;
  device: string;
  failures: Generated<number>;
  failing_since: Date | null;
  created_at: Generated<Date>;
};
export type PushKeys = {
  only_one: Generated<boolean>;
  public_key: string;
  private_key: Buffer;
  created_at: Generated<Date>;
};
export type PushSettings = {
  user_id: string;
  is_content_hidden: Generated<boolean>;
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: Generated<string>;
  quiet: Generated<string[]>;
};
export type ReactionObjects = {
  id: string;
  kind: string;
  owner_id: string | null;
  likes: Generated<number>;
  comments: Generated<number>;
  emoji_counts: Generated<unknown>;
};
export type RecoveryCodes = {
  user_id: string;
  hash: Buffer;
};
export type ReportCases = {
  id: string;
  kind: string;
  object_id: string;
  owner_id: string | null;
  created_at: Generated<Date>;
  closed_at: Date | null;
  outcome: string | null;
};
export type Reports = {
  id: string;
  reporter_id: string;
  kind: string;
  object_id: string;
  owner_id: string | null;
  reason: string;
  text: Generated<string>;
  created_at: Generated<Date>;
  case_id: string;
};
export type Reposts = {
  id: string;
  post_id: string | null;
  article_id: string | null;
  kind: string;
  object_id: string;
};
export type RoomGaps = {
  room_id: string;
  block: number;
  gone: number;
};
export type RoomMembers = {
  room_id: string;
  user_id: string;
  touched: string;
  unread: Generated<number>;
  read_position: Generated<number>;
  joined_at: Generated<Date>;
  joined_position: Generated<number>;
  is_muted: Generated<boolean>;
  draft: string | null;
  draft_at: Date | null;
  mentioned: Generated<boolean>;
  is_group: Generated<boolean>;
  pin_rank: number | null;
  archived_position: number | null;
  cleared_position: Generated<number>;
  cleared_before: Generated<number>;
  cleared_at: Date | null;
  is_moderator: Generated<boolean>;
};
export type RoomRefusals = {
  room_id: string;
  user_id: string;
  refused_at: Generated<Date>;
};
export type Rooms = {
  id: string;
  is_group: Generated<boolean>;
  low_id: string | null;
  high_id: string | null;
  title: Generated<string>;
  description: Generated<string>;
  avatar_url: Generated<string>;
  creator_id: string | null;
  bg: Generated<string>;
  seq: Generated<number>;
  position: Generated<number>;
  created_at: Generated<Date>;
  pinned_id: string | null;
  touched: string | null;
};
export type SavedGifs = {
  id: string;
  user_id: string;
  hash: Buffer;
  picture: unknown;
  saved_at: Generated<Date>;
};
export type ScheduledMessages = {
  id: string;
  room_id: string;
  user_id: string;
  text: string;
  is_silent: Generated<boolean>;
  due_at: Date;
  problem: string | null;
  created_at: Generated<Date>;
};
export type SearchPlaces = {
  word_id: number;
  thing_id: string;
  tier: number;
};
export type SearchWords = {
  id: Generated<number>;
  kind: string;
  word: string;
  things: number;
};
export type SecondFactors = {
  user_id: string;
  secret: Buffer;
  confirmed_at: Date | null;
  last_step: Generated<number>;
  tries: Generated<number>;
  locked_until: Date | null;
  mailbox_at: Date | null;
  locks: Generated<number>;
};
export type SecretKeys = {
  name: string;
  mark: Buffer;
};
export type SessionTokens = {
  hash: Buffer;
  session_id: string;
  turn: number;
  first_used_at: Date | null;
  dies_at: Date | null;
  media_hash: Buffer | null;
};
export type Sessions = {
  id: string;
  user_id: string;
  media_hash: Buffer;
  device: string;
  created_at: Generated<Date>;
  used_at: Generated<Date>;
};
export type ShareCounts = {
  object_id: string;
  shares: number;
};
export type SignIns = {
  id: string;
  user_id: string;
  device: string;
  address: string;
  outcome: string;
  created_at: Generated<Date>;
};
export type StickerPacks = {
  id: string;
  owner_id: string;
  kind: string;
  title: string;
  items: Generated<number>;
  created_at: Generated<Date>;
};
export type StickerUses = {
  room_id: string;
  message_id: string;
  sticker_id: string;
};
export type Stickers = {
  id: string;
  pack_id: string | null;
  place: number;
  emoji: string;
  picture: unknown;
  created_at: Generated<Date>;
};
export type StorageUsed = {
  owner_id: string;
  store: string;
  bytes: number;
  files: number;
};
export type SupportMessages = {
  id: string;
  user_id: string | null;
  email: string | null;
  text: string;
  client_id: string | null;
  created_at: Generated<Date>;
  state: Generated<string>;
  answer: string | null;
  answered_at: Date | null;
};
export type Suspensions = {
  user_id: string;
  id: string;
  reason: string;
  until: Date | null;
  created_at: Generated<Date>;
};
export type Uploads = {
  id: string;
  owner_id: string;
  purpose: string;
  filename: string;
  bytes: number;
  created_at: Generated<Date>;
};
export type VideoChannels = {
  id: string;
  name: string;
  description: Generated<string>;
  category: string;
  avatar_url: Generated<string>;
  banner_url: Generated<string>;
  admin_id: string;
  subscribers_count: Generated<number>;
  videos_count: Generated<number>;
  created_at: Generated<Date>;
  search: ColumnType<string, never, never>;
  mentions: Generated<unknown>;
};
export type VideoDays = {
  video_id: string;
  day: string;
  views: Generated<number>;
};
export type VideoLater = {
  user_id: string;
  video_id: string;
  id: string;
};
export type VideoPicks = {
  user_id: string;
  kind: string;
  ids: string[];
  made_at: Date;
  asked_at: Date;
};
export type VideoPlaylistItems = {
  playlist_id: string;
  video_id: string;
  id: string;
};
export type VideoPlaylists = {
  id: string;
  owner_id: string;
  name: string;
  is_open: Generated<boolean>;
  created_at: Generated<Date>;
};
export type VideoTotals = {
  category: string;
  videos: Generated<number>;
};
export type VideoWatches = {
  user_id: string;
  video_id: string;
  id: string | null;
  position: Generated<unknown>;
  viewed_on: string | null;
};
export type Videos = {
  id: string;
  channel_id: string;
  owner_id: string;
  author_id: string | null;
  title: string;
  description: Generated<string>;
  category: string;
  preview: unknown | null;
  is_preview_chosen: Generated<boolean>;
  source: string;
  container: string;
  plays: boolean;
  width: number;
  height: number;
  duration: unknown;
  state: string;
  ladder: string;
  stream: Generated<string>;
  sprite: unknown | null;
  audience: string;
  views: Generated<number>;
  popularity: Generated<unknown>;
  is_told: Generated<boolean>;
  created_at: Generated<Date>;
  listed: ColumnType<boolean, never, never>;
  search: ColumnType<string, never, never>;
  opened_at: Date | null;
  mentions: Generated<unknown>;
};
export type VisitNotices = {
  from_id: string;
  to_id: string;
  day: string;
};
export type Visits = {
  day: string;
  members: Generated<number>;
  visitors: Generated<number>;
};
export type VoiceMembers = {
  user_id: string;
  room_id: string;
  session_id: string;
  client_id: string;
  number: number;
  is_muted: Generated<boolean>;
  is_deaf: Generated<boolean>;
  is_server_muted: Generated<boolean>;
  joined_at: Generated<Date>;
  is_listener: Generated<boolean>;
};
export type VoiceMutes = {
  room_id: string;
  user_id: string;
};
export type VoiceRings = {
  room_id: string;
  caller_id: string;
  callee_id: string;
  id: string;
  ends_at: Date;
};
export type VoiceRooms = {
  room_id: string;
  instance_id: string;
  epoch: Generated<number>;
  since: Generated<Date>;
};
export type VoiceScreens = {
  room_id: string;
  user_id: string;
  client_id: string;
  height: number;
  has_sound: boolean;
};

export type Tables = {
  account_links: AccountLinks;
  accounts: Accounts;
  added_packs: AddedPacks;
  admin_alerts: AdminAlerts;
  admin_log: AdminLog;
  attached_links: AttachedLinks;
  blobs: Blobs;
  blocks: Blocks;
  bookmark_folders: BookmarkFolders;
  bookmarks: Bookmarks;
  channel_helpers: ChannelHelpers;
  channel_subscriptions: ChannelSubscriptions;
  chat_folder_rooms: ChatFolderRooms;
  chat_folders: ChatFolders;
  classified_favourites: ClassifiedFavourites;
  classified_looks: ClassifiedLooks;
  classified_matches: ClassifiedMatches;
  classified_searches: ClassifiedSearches;
  classifieds: Classifieds;
  cloud_grants: CloudGrants;
  cloud_nodes: CloudNodes;
  cloud_owners: CloudOwners;
  comment_likes: CommentLikes;
  comments: Comments;
  directory_words: DirectoryWords;
  dismissed_steps: DismissedSteps;
  emoji_reactions: EmojiReactions;
  events: Events;
  export_links: ExportLinks;
  exports: Exports;
  friend_refusals: FriendRefusals;
  friend_requests: FriendRequests;
  friendships: Friendships;
  game_downloads: GameDownloads;
  game_labels: GameLabels;
  game_statuses: GameStatuses;
  game_versions: GameVersions;
  game_votes: GameVotes;
  games: Games;
  gone_pages: GonePages;
  hidden_suggestions: HiddenSuggestions;
  idempotency_keys: IdempotencyKeys;
  instances: Instances;
  known_devices: KnownDevices;
  likes: Likes;
  link_cards: LinkCards;
  login_challenges: LoginChallenges;
  mail_counts: MailCounts;
  media_files: MediaFiles;
  message_clients: MessageClients;
  message_versions: MessageVersions;
  messages: Messages;
  mutes: Mutes;
  notice_settings: NoticeSettings;
  notification_parts: NotificationParts;
  notification_senders: NotificationSenders;
  notifications: Notifications;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  people: People;
  photos: Photos;
  poll_options: PollOptions;
  poll_votes: PollVotes;
  polls: Polls;
  post_versions: PostVersions;
  posts: Posts;
  promo_days: PromoDays;
  promo_hidden: PromoHidden;
  promo_seen: PromoSeen;
  promos: Promos;
  public_bans: PublicBans;
  public_editors: PublicEditors;
  public_notice_marks: PublicNoticeMarks;
  public_notices: PublicNotices;
  public_posts: PublicPosts;
  public_subscriptions: PublicSubscriptions;
  publics: Publics;
  push_devices: PushDevices;
  push_keys: PushKeys;
  push_settings: PushSettings;
  reaction_objects: ReactionObjects;
  recovery_codes: RecoveryCodes;
  report_cases: ReportCases;
  reports: Reports;
  reposts: Reposts;
  room_gaps: RoomGaps;
  room_members: RoomMembers;
  room_refusals: RoomRefusals;
  rooms: Rooms;
  saved_gifs: SavedGifs;
  scheduled_messages: ScheduledMessages;
  search_places: SearchPlaces;
  search_words: SearchWords;
  second_factors: SecondFactors;
  secret_keys: SecretKeys;
  session_tokens: SessionTokens;
  sessions: Sessions;
  share_counts: ShareCounts;
  sign_ins: SignIns;
  sticker_packs: StickerPacks;
  sticker_uses: StickerUses;
  stickers: Stickers;
  storage_used: StorageUsed;
  support_messages: SupportMessages;
  suspensions: Suspensions;
  uploads: Uploads;
  video_channels: VideoChannels;
  video_days: VideoDays;
  video_later: VideoLater;
  video_picks: VideoPicks;
  video_playlist_items: VideoPlaylistItems;
  video_playlists: VideoPlaylists;
  video_totals: VideoTotals;
  video_watches: VideoWatches;
  videos: Videos;
  visit_notices: VisitNotices;
  visits: Visits;
  voice_members: VoiceMembers;
  voice_mutes: VoiceMutes;
  voice_rings: VoiceRings;
  voice_rooms: VoiceRooms;
  voice_screens: VoiceScreens;
};
