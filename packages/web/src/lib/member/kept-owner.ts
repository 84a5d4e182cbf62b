import { getSession } from '#lib/network/session.ts';

/**
 * Returns whose unsent input a form keeps: the member's id, or the empty string for a visitor,
 * whose input lasts as long as the tab. `keepMembersApart` deletes what another member left.
 */
export const ownerOfInput = (): string => getSession()?.userId ?? '';
/** Returns the key under which the browser stores what was typed at a place. */
export const keyOfInput = (owner: string, place: string): string => `respa.form.${owner}.${place}`;
