import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from './durations.ts';

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
   * Addresses of other sites that get a card; not in the specification. Their pictures count in
   * nobody's quota, so a day has a limit of its own.
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
 * Mails to one mailbox, by kind, regardless of who causes them: `count` in `seconds`, the shortest
 * window first. A kind is the page that the mail's link opens, unless the mail names another. The
 * first three can be caused by strangers: one more an hour than the calls allow, because a
 * registration sends a mail too. A link for a new password has no daily limit, so that nobody can
 * use up the owner's. Not in the specification.
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
