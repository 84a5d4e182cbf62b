import type { Ground } from '#platform/ground.ts';
import { findAudienceOfPresence, keepLastOnline, setLastOnline } from './queries.ts';

// A reload closes a stream and opens the next one: nobody goes offline for that.
const GRACE_MS = 4_000;

/** In the network is who has a live stream open, at whichever instance. */
export const isOnline = (ground: Ground, userId: string): boolean =>
  ground.live.hasTagged(`user:${userId}`);

/** Those whose last stream has closed and who may still be back. */
const leaving = new WeakMap<Ground, Map<string, NodeJS.Timeout>>();
function leavingOf(ground: Ground): Map<string, NodeJS.Timeout> {
  let timers = leaving.get(ground);
  if (timers === undefined) leaving.set(ground, (timers = new Map()));
  return timers;
}

/** To be called when a stream with the tag `user:{id}` opened; says so once. */
export function streamOpened(ground: Ground, userId: string): void {
  const timers = leavingOf(ground);
  clearTimeout(timers.get(userId));
  timers.delete(userId);
  if (ground.live.countTagged(`user:${userId}`) === 1)
    tell(ground, userId, true).catch((error: Error) =>
      ground.log.warn({ err: error.message }, 'presence not told'),
    );
}
/** To be called when such a stream closed: the time to come back runs from the last one. */
export function streamClosed(ground: Ground, userId: string): void {
  const timers = leavingOf(ground);
  clearTimeout(timers.get(userId));
  // Whether the last one is gone is asked at the end: two instances that lose one each at the same time both take the other's for open.
  timers.set(
    userId,
    setTimeout(() => {
      timers.delete(userId);
      if (isOnline(ground, userId)) return;
      setLastOnline(ground.db, userId)
        .then(() => tell(ground, userId, false))
        .catch((error: Error) =>
          ground.log.warn({ err: error.message }, 'last time online not kept'),
        );
    }, GRACE_MS).unref(),
  );
}
/** To be called when a server is gone that these people were at: they are told as gone, with the time when they were there last. */
export async function keepDepartures(
  ground: Ground,
  { ids, at }: { ids: string[]; at: Date },
): Promise<void> {
  await keepLastOnline(ground.db, ids, at);
  // At the start of a server that is alone nobody listens yet.
  if (ground.live.count() === 0 && ground.bus.others().length === 0) return;
  for (const id of ids) if (!isOnline(ground, id)) await tell(ground, id, false);
}
/** To be called when people are there who were told to be gone. */
export async function tellBack(ground: Ground, ids: string[]): Promise<void> {
  for (const id of ids) await tell(ground, id, true);
}
async function tell(ground: Ground, userId: string, online: boolean): Promise<void> {
  const audience = await findAudienceOfPresence(ground.db, userId);
  if (audience === 'nobody') return;
  ground.live.publish(
    audience === 'friends' ? `presence-friends:${userId}` : `presence:${userId}`,
    { data: { type: 'presence', userId, isOnline: online } },
  );
  await ground.signals.emit('presenceChanged', { userId, isOnline: online, audience });
}
/** What a reader listens to who shows somebody's presence: nothing where the viewer may not know. */
export const presenceChannels = (userId: string, isFriend: boolean): string[] => [
  `presence:${userId}`,
  ...(isFriend ? [`presence-friends:${userId}`] : []),
];
/** The audience of somebody's presence has changed: everyone who saw it sees nobody there, and those who still may are told anew. */
export async function tellHidden(ground: Ground, userId: string): Promise<void> {
  if (!isOnline(ground, userId)) return;
  for (const channel of presenceChannels(userId, true))
    ground.live.publish(channel, { data: { type: 'presence', userId, isOnline: false } });
  await ground.signals.emit('presenceChanged', { userId, isOnline: false, audience: 'all' });
  await tell(ground, userId, true);
}
