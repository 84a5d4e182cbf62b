import type { RoomEvent } from '@respa/contract/live-events';
import { listHeldLocks, requestLock } from '#lib/browser/locks.ts';
import { getSession } from '#lib/network/session.ts';

/** What the tab that reads a room's stream passes on to the other tabs that show the room. */
export type SharedEvent =
  | { type: 'event'; id: string | undefined; event: RoomEvent }
  /** The tab reads the stream from now on. Changes before that must be fetched. */
  | { type: 'reading' };

const PREFIX = 'respa.room.';
/** How many rooms a browser reads at a time; browsers allow six connections to a host. */
const MAX_ROOMS = 3;

/** The name of a room's lock and of its channel between tabs. */
export const nameOfRoom = (roomId: string): string =>
  `${PREFIX}${getSession()?.userId ?? ''}.${roomId}`;

/** Returns the locks of the other rooms whose streams this browser reads. */
async function listOthers(name: string): Promise<string[]> {
  return (await listHeldLocks()).filter((held) => held.startsWith(PREFIX) && held !== name);
}
export const isRoomFree = async (name: string): Promise<boolean> =>
  (await listOthers(name)).length < MAX_ROOMS;
/** Ends the streams of other rooms that are too many beside this one. */
export async function makeRoom(name: string): Promise<void> {
  for (const other of (await listOthers(name)).slice(MAX_ROOMS - 1))
    await requestLock(other, { steal: true }, () => {}).catch(() => {});
}
