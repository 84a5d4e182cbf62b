import type { WebSocket } from 'ws';
import { appError } from '@respa/contract/app-errors';
import { VOICE_SITE, VOICE_SITE_CODES } from '@respa/contract/voice-site';
import type { Person } from './state.ts';

/** A page that comes through the site; it has no person until it has said who it is. */
export type Site = { socket: WebSocket; roomId: string; address: string; person: Person | null };
/** How long a page may take to confirm that the connection ends, in ms. */
const CLOSE_MS = 1_000;

/** Throws `too_often` if an address has too many connections, or too many without a name. */
export function checkAddress(sites: ReadonlySet<Site>, address: string): void {
  const own = [...sites].filter((site) => site.address === address);
  const unnamed = own.filter(({ person }) => person === null);
  if (
    own.length >= VOICE_SITE.perAddress ||
    unnamed.length >= VOICE_SITE.unnamedPerAddress ||
    sites.size >= VOICE_SITE.connections
  )
    throw appError('too_often', { retryAfter: VOICE_SITE.greetingMs / 1_000 });
}
/** Ends a connection with one of `VOICE_SITE_CODES`, whether the page answers or not. */
export function hangUp(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
}
/** Returns whether ended streams with a tag were of this person, or of the person in this room. */
export function doesTagName(tag: string, roomId: string, person: Person): boolean {
  const [kind, id, userId] = tag.split(':');
  return (
    (kind === 'session' && person.sessionId === id) ||
    (kind === 'user' && person.userId === id) ||
    (kind === 'member' && roomId === id && person.userId === userId)
  );
}
/** Ends the connections at this server that belong to ended streams. */
export function endSites(sites: ReadonlySet<Site>, tag: string): void {
  for (const { socket, roomId, person } of sites)
    if (person !== null && doesTagName(tag, roomId, person)) hangUp(socket, VOICE_SITE_CODES.ended);
}
/** Ends all connections of a server that stops. */
export function closeSites(sites: ReadonlySet<Site>): void {
  for (const { socket } of sites) hangUp(socket, VOICE_SITE_CODES.away);
}
