import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from './durations.ts';

const MB = 1024 * 1024;

/**
 * Rate limits per account (or per address if no one is signed in): `count` calls in `seconds`.
 * Source: `docs/decisions.md`.
 */
export const RATE_LIMITS = {
  /** Wrong passwords for one account from one address. */
  login: { count: 5, seconds: 15 * MINUTE_SECONDS },
  /**
   * Wrong passwords from one address, whatever the account, and for one account, wherever from. Not
   * in the specification; browsers that signed in before are exempt from both.
   */
  addressGuesses: { count: 50, seconds: HOUR_SECONDS },
  accountGuesses: { count: 30, seconds: HOUR_SECONDS },
  /** What remains of an account's sign-ins from new browsers once `accountGuesses` is used up. */
  slowedSignIns: { count: 1, seconds: 10 },
  /** Tokens that nobody has, per address; not in the specification. */
  unknownTokens: { count: 120, seconds: MINUTE_SECONDS },
  /** Renewals of one session; not in the specification. */
  renewals: { count: 120, seconds: 10 * MINUTE_SECONDS },
  register: { count: 20, seconds: HOUR_SECONDS },
  mails: { count: 3, seconds: HOUR_SECONDS },
  messages: { count: 60, seconds: MINUTE_SECONDS },
  /** Counted for each message in each conversation; one call may use the whole limit. */
  forwards: { count: 1_000, seconds: 10 * MINUTE_SECONDS },
  posts: { count: 30, seconds: HOUR_SECONDS },
  comments: { count: 30, seconds: MINUTE_SECONDS },
  likes: { count: 120, seconds: MINUTE_SECONDS },
  uploads: { count: 120, seconds: HOUR_SECONDS },
  /**
   * Megapixels of the pictures that a member sends, all frames of an animation counted; not in the
   * specification. Eight hundred photos of a phone. The worst that may be sent, in 50 megapixels
   * that take 3.7 s each, keeps one of two decoders busy for a fifth of the hour.
   */
  megapixels: { count: 10_000, seconds: HOUR_SECONDS },
  /** Changes of one's own page, with or without pictures; not in the specification. */
  profile: { count: 120, seconds: HOUR_SECONDS },
  search: { count: 120, seconds: MINUTE_SECONDS },
  friendRequests: { count: 50, seconds: DAY_SECONDS },
  /**
   * Calls that add files to the cloud, five files each. Our own limit, not in the specification:
   * two hundred files at once are normal use.
   */
  cloudUploads: { count: 600, seconds: HOUR_SECONDS },
  /** Starts of resumable uploads; not in the specification. */
  resumable: { count: 600, seconds: HOUR_SECONDS },
  filesSent: { count: 30, seconds: HOUR_SECONDS },
  /**
   * Texts of documents and archives of folders, which cost more than a read; not in the
   * specification.
   */
  cloudReads: { count: 240, seconds: HOUR_SECONDS },
  /** Not in the specification, like `anonymous`. */
  reports: { count: 30, seconds: HOUR_SECONDS },
  /** Per address, for all accounts signed in there. */
  support: { count: 5, seconds: HOUR_SECONDS },
  /**
   * Addresses of other sites that get a card; not in the specification. Their pictures count in nobody's
   * quota, so a day has a limit of its own.
   */
  linkCards: { count: 60, seconds: HOUR_SECONDS },
  dailyLinkCards: { count: 300, seconds: DAY_SECONDS },
  /** Joins of voice rooms. */
  voice: { count: 10, seconds: MINUTE_SECONDS },
  /** Connections to shared screens, of who shows and of who sees. */
  screens: { count: 20, seconds: MINUTE_SECONDS },
  /** Subscriptions of devices, and answers from notifications; not in the specification. */
  push: { count: 60, seconds: MINUTE_SECONDS },
  /** Notices that one member causes on the devices of another; not in the specification. */
  noticePushes: { count: 20, seconds: HOUR_SECONDS },
  exports: { count: 3, seconds: DAY_SECONDS },
  /** Not in the specification, like `invites`. */
  groups: { count: 30, seconds: HOUR_SECONDS },
  invites: { count: 200, seconds: HOUR_SECONDS },
  publics: { count: 10, seconds: DAY_SECONDS },
  /** Packs of stickers created; not in the specification. */
  packs: { count: 30, seconds: HOUR_SECONDS },
  /**
   * Views and playback positions of videos, which players report automatically; not in the
   * specification.
   */
  watching: { count: 300, seconds: MINUTE_SECONDS },
  /**
   * For the board: ads, and telephone numbers of sellers. The first is not in the specification.
   */
  classifieds: { count: 30, seconds: HOUR_SECONDS },
  phones: { count: 30, seconds: HOUR_SECONDS },
  /** Promos created and prolonged; not in the specification. */
  promos: { count: 30, seconds: HOUR_SECONDS },
  strangers: { count: 20, seconds: DAY_SECONDS },
  /**
   * Changes by calls without a limit of their own, such as pinning, typing and muting, many of which
   * everyone of a conversation hears of. Far above what a person does; not in the specification.
   */
  changes: { count: 1_200, seconds: MINUTE_SECONDS },
  /** Not in the specification: limits scraping through the calls open to visitors. */
  anonymous: { count: 600, seconds: MINUTE_SECONDS },
} as const;
export type LimitName = keyof typeof RATE_LIMITS;

/**
 * Mails to one mailbox, by kind, regardless of who causes them: `count` in `seconds`, the shortest window
 * first. A kind is the page that the mail's link opens, unless the mail names another. The first
 * three can be caused by strangers: one more an hour than the calls allow, because a registration
 * sends a mail too. A link for a new password has no daily limit, so that nobody can use up the
 * owner's. Not in the specification.
 */
export const MAIL_LIMITS = {
  activate: [
    { count: 4, seconds: HOUR_SECONDS },
    { count: 8, seconds: DAY_SECONDS },
  ],
  'confirm-email': [
    { count: 4, seconds: HOUR_SECONDS },
    { count: 8, seconds: DAY_SECONDS },
  ],
  'return-password': [{ count: 4, seconds: HOUR_SECONDS }],
  /** Any other: what happened to the own account, and answers to the own requests. */
  notice: [
    { count: 20, seconds: HOUR_SECONDS },
    { count: 60, seconds: DAY_SECONDS },
  ],
} as const;

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
/** One member's list of chats: pinned ones, folders, chosen chats of a folder, characters of a name. */
export const CHAT_LIST = { pinned: 10, folders: 10, folderRooms: 100, folderName: 30 } as const;
/** Bookmarks of one member, their folders, and the characters of a folder's name. */
export const BOOKMARKS = { each: 5_000, folders: 50, folderName: 50 } as const;
/**
 * Members of one voice room who may speak, those who only listen, people heard at once, and viewers of
 * a shared screen; bytes of a browser's offer, which is about 15 KB; how much one member may send; and how
 * long a private call rings.
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
 * pictures of a pack and of one call, the longest side of a sticker and of a custom emoji in pixels,
 * and saved GIFs of a member and those of a page.
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

export const MIN_AGE = 14;
/**
 * Days until a forgotten session expires, and until any session does, however much it is used; below,
 * days for an unused activation link and an unactivated account.
 */
export const SESSION_DAYS = 30;
export const MAX_SESSION_DAYS = 90;
export const ACTIVATION_DAYS = 3;
export const RESET_HOURS = 1;
/**
 * Days for the link to a new address, and for the link to the old one that reverts a change; not in
 * the specification.
 */
export const EMAIL_LINK_DAYS = 1;
export const EMAIL_BACK_DAYS = 7;
/** Days for the link by which the owner of the mailbox confirms a second factor. */
export const FACTOR_LINK_DAYS = 7;
/** How many minutes a correct password waits for its code. */
export const CHALLENGE_MINUTES = 10;
/**
 * Wrong codes before the lockout, minutes of the lockout, and recovery codes at a time
 * (`docs/architecture.md`).
 */
export const SECOND_FACTOR = {
  tries: 5,
  lockMinutes: 15,
  maxLockMinutes: 24 * 60,
  recoveryCodes: 10,
} as const;
/**
 * Passkeys of one member, and minutes that a device has to answer. Not in the specification.
 */
export const PASSKEYS = { each: 20, minutes: 5 } as const;
/** How many hours a sign-in of the platform's admin keeps admin rights (`docs/architecture.md`). */
export const ADMIN_HOURS = 12;
/** How many days sign-ins are stored. */
export const SIGN_IN_DAYS = 90;
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
