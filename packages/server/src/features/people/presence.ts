import type { Ground } from '#platform/ground.ts';
import { setLastOnline } from './queries.ts';

// A reload closes a stream and opens the next one: nobody goes offline for that.
const GRACE_MS = 4_000;

/** In the network is who has a live stream open. */
export const isOnline = (ground: Ground, userId: string): boolean => ground.live.hasTagged(`user:${userId}`);

/** To be called when a stream with the tag `user:{id}` opened; says so once. */
export function streamOpened(ground: Ground, userId: string): void {
  if (ground.live.countTagged(`user:${userId}`) === 1) void tell(ground, userId, true);
}
export function streamClosed(ground: Ground, userId: string): void {
  setTimeout(() => {
    if (isOnline(ground, userId)) return;
    setLastOnline(ground.db, userId).then(() => tell(ground, userId, false))
      .catch((error: Error) => ground.log.warn({ err: error.message }, 'last time online not kept'));
  }, GRACE_MS).unref();
}
async function tell(ground: Ground, userId: string, online: boolean): Promise<void> {
  ground.live.publish(`presence:${userId}`, { data: { type: 'presence', userId, isOnline: online } });
  await ground.signals.emit('presenceChanged', { userId, isOnline: online });
}
