import { DAY_SECONDS } from './durations.ts';

const MB = 1024 * 1024;

export const LENGTHS = {
  name: 50,
  email: 254,
  place: 80,
  about: 100,
  password: { min: 8, max: 128 },
  title: 100,
  description: 5_000,
  post: 10_000,
  comment: 2_000,
  message: 4_000,
  support: 2_000,
  reason: 500,
  answer: 5_000,
  fileName: 60,
  alt: 200,
} as const;

export const PAGE_SIZES = {
  posts: 10,
  people: 20,
  messages: 20,
  comments: 50,
  notifications: 30,
  games: 30,
  versions: 20,
  rooms: 30,
  photos: 30,
  events: 20,
  adminList: 30,
  friends: 50,
  cloud: 200,
  wholeList: 1_000,
  signIns: 20,
  named: 50,
} as const;

export const FILES = {
  picture: { maxBytes: 10 * MB, maxPixels: 52_000_000 },
  postPictures: 5,
  chatPictures: 6,
  chatVideos: 2,
  voice: 10 * MB,
  voiceSeconds: 600,
  /** Bars in the waveform of a voice message. */
  voicePeaks: 64,
  /** One constant for the check and its text (`docs/decisions.md`). */
  chatTotal: 50 * MB,
  cloud: 100 * MB,
  apk: 500 * MB,
  /** In one call. */
  cloudFiles: 5,
} as const;

/** The maximum per forwarding call. */
export const FORWARDED = { messages: 100, rooms: 10 } as const;
/**
 * One member's list of chats: pinned ones, folders, chosen chats of a folder, characters of a name.
 */
export const CHAT_LIST = { pinned: 10, folders: 10, folderRooms: 100, folderName: 30 } as const;
/** Bookmarks of one member, their folders, and the characters of a folder's name. */
export const BOOKMARKS = { each: 5_000, folders: 50, folderName: 50 } as const;
/**
 * Members of one voice room who may speak, those who only listen, people heard at once, and viewers
 * of a shared screen; bytes of a browser's offer, which is about 15 KB; how much one member may
 * send; and how long a private call rings.
 */
export const VOICE = {
  members: 25,
  listeners: 100,
  slots: 8,
  viewers: 10,
  offerBytes: 32 * 1024,
  bitsPerSecond: 64_000,
  ringSeconds: 45,
  /** How long a call goes on ringing while the caller's page loads again. */
  returnSeconds: 8,
} as const;
/** Devices of one member that notifications are sent to, and characters of a message's text. */
export const PUSH = { devices: 20, text: 300 } as const;
/** Scheduled messages of one member in one chat, and how far ahead. */
export const SCHEDULED = { messages: 100, daysAhead: 365 } as const;
/** How long a member may take the clearing of a history back, in seconds. */
export const HISTORY_UNDO_SECONDS = 60;
/** People in a group chat, its creator included. */
export const GROUP_MEMBERS = 200;
/**
 * On one message: different emoji, and emoji of one member. `shownUsers` covers everyone who may be
 * in a conversation, so that each finds themselves.
 */
export const REACTIONS = { kinds: 20, each: 3, shownUsers: GROUP_MEMBERS } as const;
/** People named in one message; then the characters of a quote. */
export const MENTIONS = 50;
export const QUOTE = 200;
/** People named in one post, article or comment. */
export const NAMED_PEOPLE = 20;
/** Files of any type in one message, each as large as a file of the cloud. */
export const MESSAGE_FILES = 10;
/**
 * For polls (not in the specification): characters of a question and of an option, options of a
 * poll, and how many days ahead it may end.
 */
export const POLLS = {
  question: 300,
  option: 100,
  fewest: 2,
  options: 10,
  daysAhead: 365,
} as const;
/** Formatted parts of one message, custom emoji included. */
export const STYLED_PARTS = 100;
/**
 * For stickers (not in the specification): packs that a member makes, packs that they have added,
 * pictures of a pack and of one call, the longest side of a sticker and of a custom emoji in
 * pixels, and saved GIFs of a member and those of a page.
 */
export const STICKERS = {
  each: 20,
  added: 50,
  inPack: 120,
  atOnce: 20,
  pixels: { sticker: 512, emoji: 128 },
  gifs: 200,
  gifPage: 30,
} as const;

/**
 * For communities (not in the specification): how many a member leads and reads, editors, scheduled
 * articles of a community, proposals of one member, and how many days ahead an article may be
 * scheduled.
 */
export const COMMUNITIES = {
  led: 20,
  read: 5_000,
  editors: 20,
  scheduled: 100,
  proposedEach: 10,
  daysAhead: 365,
} as const;
/**
 * For games: characters of a version, screenshots, tags and the characters of each, characters of a
 * description in lists, versions whose files are kept, tags that are offered,
 * games that one member marks, and how far a list is counted.
 */
export const CATALOGUE = {
  version: 40,
  screenshots: 8,
  tags: 12,
  tag: 30,
  beginning: 300,
  keptFiles: 10,
  offeredTags: 60,
  marked: 5_000,
  counted: 10_000,
} as const;
/** Suggested people at once, and the count at which a filtered list of people stops counting. */
export const PEOPLE = { suggested: 30, counted: 1_000 } as const;
/** People in `firstsubscribers`; then ids listed in an object (`docs/decisions.md`). */
export const FIRST_SUBSCRIBERS = 12;
export const LISTED_IDS = 100;
/**
 * For the video host (not in the specification): channels that a member reads, helpers of a
 * channel, playlists of a member and videos in one, moments on a seek bar,
 * videos of a page and of a row on the main page, pixels of a video, its seconds, and bytes of
 * videos waiting to be processed.
 */
export const VIDEOHOST = {
  read: 5_000,
  helpers: 20,
  playlists: 200,
  inPlaylist: 5_000,
  moments: 200,
  page: 24,
  main: 8,
  pixels: 7680 * 4320,
  seconds: 12 * 3600,
  waiting: 10 * 1024 * MB,
} as const;
/**
 * Popular videos: views of `days` days, whose weight halves every `halfLife` days
 * (`docs/decisions.md`). Precomputed results are at most `seconds` old; lists made for one member
 * hold `picks` videos.
 */
export const RANKING = { days: 30, halfLife: 7, seconds: 600, picks: 300 } as const;
/**
 * For the board: days that an ad lives, and by which it is prolonged by default; the highest price
 * in roubles; characters of a number, and of a line and of the bans in an account's details;
 * characters of a description in lists;
 * how far a list is counted; cards per page; and what one member may store: ads, favourites, saved
 * searches. Days, roubles and pictures come from `docs/decisions.md`.
 */
export const CLASSIFIEDS = {
  days: 365,
  prolongDays: 30,
  price: 1_000_000_000,
  phone: 30,
  line: 80,
  bans: 200,
  beginning: 200,
  counted: 1_000,
  page: 24,
  each: 500,
  favourites: 5_000,
  searches: 50,
} as const;
/**
 * For promos: the maximum and the default days (`docs/decisions.md`), characters of a link
 * (`docs/architecture.md`), and, not in the specification: characters of a rejection's reason,
 * promos of one
 * member, cards per page, how many shown promos are tried to find one that fits a member, days on
 * the advertiser's chart, and days for which it is remembered
 * who was shown what.
 */
export const PROMOS = {
  days: 365,
  unsaidDays: 1,
  link: 2_000,
  reason: 500,
  each: 200,
  page: 24,
  tried: 200,
  statDays: 30,
  seenDays: 7,
} as const;
/** Characters of a name, nested folders, folders and files of one member, days in the trash. */
export const CLOUD = {
  name: 120,
  depth: 20,
  folders: 5_000,
  files: 100_000,
  trashDays: 30,
} as const;
/** How much of a file's text is read, and the maximum unpacked size of a document; in bytes. */
export const FILE_TEXT = { bytes: 1 * MB, unpacked: 20 * MB } as const;
/**
 * How many hours an unfinished upload waits to be continued, and how many one member may have
 * waiting.
 */
export const UPLOADS = { hours: 24, waiting: 30 } as const;
/**
 * How many uploads one member, and all members at one address, may have open at once; not in the
 * specification. A browser opens six.
 */
export const OPEN_UPLOADS = { member: 30, address: 200 } as const;
/**
 * For the admin's event form (from the specification): its year; characters of the place and of the
 * time; the maximum sort number.
 */
export const EVENTS = { year: 2025, visibility: 200, hour: 5, sort: 1_000_000 } as const;
/** Days of visits that the admin may view. */
export const VISITS = { fewest: 7, usual: 30, most: 366 } as const;

/** How many hours the archive of a member's data waits to be downloaded. */
export const EXPORT_HOURS = 24;
/** The initial session refresh interval from the specification, in milliseconds. */
export const REFRESH_EVERY = 1_800_000;
export const REQUEST_PAUSE_DAYS = 7;
/**
 * How many days nobody may invite back a person who asked not to be invited into a group chat
 * again.
 */
export const REFUSAL_DAYS = 30;
/**
 * A stream that buffers more bytes than this is dropped and resumes later (`docs/architecture.md`).
 */
export const STREAM_BUFFER = 256 * 1024;
export const HEARTBEAT_MS = 15_000;
/**
 * For cards of other sites (not in the specification): characters of each part, how long a card is
 * kept without another use, when it is fetched again, and requests of one site in a minute.
 */
export const LINK_CARDS = {
  site: 60,
  title: 150,
  text: 300,
  keptDays: 30,
  freshSeconds: DAY_SECONDS,
  perSiteMinute: 30,
} as const;
