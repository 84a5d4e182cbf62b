import { getSession, onSession, signedOutByChoice } from '#lib/network/session.ts';

// Typed text and picked files belong to one member, whose id is part of each key.
// A visitor's input lasts as long as the tab.

/** Returns the member's id, or the empty string for a visitor. */
export const ownerOfInput = (): string => getSession()?.userId ?? '';

/**
 * Calls `forget` with the current member's id when unsent input of others must leave this browser:
 * after a sign-out by choice, and when another member signs in. A session that ended by itself
 * keeps it for its member.
 */
export function forgetOthersInput(forget: (owner: string) => void): void {
  onSession(() => {
    const owner = ownerOfInput();
    if (owner !== '' || signedOutByChoice()) forget(owner);
  });
}
