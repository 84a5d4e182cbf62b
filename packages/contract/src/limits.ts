const MB = 1024 * 1024;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How often, per account (or per address where no one is signed in): `count` calls in `seconds`. Source: decisions.md, Limits. */
export const RATE_LIMITS = {
  login: { count: 5, seconds: 15 * MINUTE },
  register: { count: 20, seconds: HOUR },
  mails: { count: 3, seconds: HOUR },
  messages: { count: 60, seconds: MINUTE },
  /** Counted for each message in each room; one call may be as large as it may. */
  forwards: { count: 1_000, seconds: 10 * MINUTE },
  posts: { count: 30, seconds: HOUR },
  comments: { count: 30, seconds: MINUTE },
  likes: { count: 120, seconds: MINUTE },
  uploads: { count: 120, seconds: HOUR },
  search: { count: 120, seconds: MINUTE },
  friendRequests: { count: 50, seconds: DAY },
  /** Calls that bring files into the cloud, five of them each; not in the documents: two hundred files at once are ordinary use. */
  cloudUploads: { count: 600, seconds: HOUR },
  /** Beginnings of resumable uploads; not in the documents. */
  resumable: { count: 600, seconds: HOUR },
  filesSent: { count: 30, seconds: HOUR },
  /** Texts of documents and archives of folders, which cost more than a read; not in the documents. */
  cloudReads: { count: 240, seconds: HOUR },
  /** Not in the documents, like `anonymous`. */
  reports: { count: 30, seconds: HOUR },
  /** Per address, whoever is signed in there. */
  support: { count: 5, seconds: HOUR },
  exports: { count: 3, seconds: DAY },
  /** Not in the documents, like `invites`. */
  groups: { count: 30, seconds: HOUR },
  invites: { count: 200, seconds: HOUR },
  publics: { count: 10, seconds: DAY },
  /** Views and places in videos, which players tell by themselves; not in the documents. */
  watching: { count: 300, seconds: MINUTE },
  /** Of the board: adverts and telephone numbers of sellers. The first is not in the documents. */
  classifieds: { count: 30, seconds: HOUR },
  phones: { count: 30, seconds: HOUR },
  /** Inner ads made and prolonged; not in the documents. */
  promos: { count: 30, seconds: HOUR },
  strangers: { count: 20, seconds: DAY },
  /** Not in the documents: keeps a visitor's open calls from being a scraper's door. */
  anonymous: { count: 600, seconds: MINUTE },
} as const;
export type LimitName = keyof typeof RATE_LIMITS;

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
  picture: { maxBytes: 10 * MB, maxPixels: 50_000_000 },
  postPictures: 5,
  chatPictures: 6,
  chatVideos: 2,
  voice: 10 * MB,
  voiceSeconds: 600,
  /** Lines of a voice message's drawing. */
  voicePeaks: 64,
  /** One constant for the check and its text (decisions.md, Chats). */
  chatTotal: 50 * MB,
  cloud: 100 * MB,
  apk: 500 * MB,
  /** In one call. */
  cloudFiles: 5,
} as const;

/** What one call of forwarding takes. */
export const FORWARDED = { messages: 100, rooms: 10 } as const;
/** People in a group, its creator included. */
export const GROUP_MEMBERS = 200;
/** On one message: different emoji, and of one member. All who may be in a room are shown, so that everybody finds themselves. */
export const REACTIONS = { kinds: 20, each: 3, shownUsers: GROUP_MEMBERS } as const;
/** People named in one message, and the letters of a quote. */
export const MENTIONS = 50;
export const QUOTE = 200;

/** Of groups that people run (not in the documents): how many one leads, reads and lets write, what waits in one, and how many days ahead. */
export const COMMUNITIES = {
  led: 20,
  read: 5_000,
  editors: 20,
  scheduled: 100,
  proposedEach: 10,
  daysAhead: 365,
} as const;
/**
 * Of games: letters of a version, pictures of one, its tags and the letters of each, letters of a description in lists, versions whose files are kept, tags that are offered,
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
/** People in `firstsubscribers`, and ids in an object (decisions.md). */
export const FIRST_SUBSCRIBERS = 12;
export const LISTED_IDS = 100;
/**
 * Of the video host (not in the documents): channels that one reads, helpers of a channel, playlists of a member and videos in one, moments on a seek bar,
 * videos of a walk and of a row on the main page, pixels of a film, its seconds.
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
/** Popular: views of so many days, each weighing half after so many (decisions.md). What is counted beforehand is at most so many seconds old; lists made for one member hold so many. */
export const RANKING = { days: 30, halfLife: 7, seconds: 600, picks: 300 } as const;
/**
 * Of the board: days that an advert lives and is prolonged by unless told, roubles, letters of a number, of a line and of the bans in the passport of an account, letters of a description in lists,
 * how far a list is counted, cards of a page, and what one member keeps: adverts, favourites, saved searches. Days, roubles and pictures stand in decisions.md.
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
 * Of inner ads: days of one and those it has unless told (decisions.md), letters of a link (security.md), and, not in the documents: letters of a refusal's reason, ads of one
 * member, cards of a page, how many of those that are shown are looked at for one that fits a member, days on the cabinet's chart, days for which it is remembered
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
/** Letters of a name, folders in each other, folders and files of one member, days in the trash. */
export const CLOUD = {
  name: 120,
  depth: 20,
  folders: 5_000,
  files: 100_000,
  trashDays: 30,
} as const;
/** How much of a file's text is read, in bytes, and what a document may unpack to. */
export const FILE_TEXT = { bytes: 1 * MB, unpacked: 20 * MB } as const;
/** How long an unfinished upload waits to be gone on with, and how many of one member do. */
export const UPLOADS = { hours: 24, waiting: 30 } as const;
/** Of the admin's form (document 2, section 9): its year; letters of where and when something is to be seen; how far a sort number goes. */
export const EVENTS = { year: 2025, visibility: 200, hour: 5, sort: 1_000_000 } as const;
/** Days of visits that the admin may look at. */
export const VISITS = { fewest: 7, usual: 30, most: 366 } as const;

export const MIN_AGE = 14;
/** Days until a forgotten session, an unused activation link and an unactivated account die. */
export const SESSION_DAYS = 30;
export const ACTIVATION_DAYS = 3;
export const RESET_HOURS = 1;
/** Links to a new address, and to the old one by which a change is taken back; not in the documents. */
export const EMAIL_LINK_DAYS = 1;
export const EMAIL_BACK_DAYS = 7;
/** How long a right password waits for its code. */
export const CHALLENGE_MINUTES = 10;
/** Wrong codes before the door is shut, for how long, and recovery codes at a time (security.md, A12). */
export const SECOND_FACTOR = { tries: 5, lockMinutes: 15, recoveryCodes: 10 } as const;
/** How long a sign-in of the platform's admin is one of an admin (security.md, S2-25). */
export const ADMIN_HOURS = 12;
/** How long sign-ins are kept. */
export const SIGN_IN_DAYS = 90;
/** How long the archive of a member's data waits to be saved. */
export const EXPORT_HOURS = 24;
/** The first session refresh interval of document 1, section 9, in milliseconds. */
export const REFRESH_EVERY = 1_800_000;
export const REQUEST_PAUSE_DAYS = 7;
/** Who asked not to be invited back into a group is left alone for so long. */
export const REFUSAL_DAYS = 30;
/** A stream that buffers more than this is dropped and resumes later (platform.md, Live streams). */
export const STREAM_BUFFER = 256 * 1024;
export const HEARTBEAT_MS = 15_000;
