export const MIN_AGE = 14;
/**
 * Days until a forgotten session expires, and until any session does, however much it is used;
 * below, days for an unused activation link and an unactivated account.
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
