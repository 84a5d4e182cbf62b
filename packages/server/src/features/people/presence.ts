import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { findAudienceOfPresence, keepLastOnline, setLastOnline } from './queries.ts';

/** A user is online while they have a live stream open, on any instance. */
export const isOnline = (context: AppContext, userId: string): boolean =>
  context.live.hasTagged(`user:${userId}`);

const PERSON = 'user:';
const ONLINE_MS = 1_000;
/**
 * Returns the ids of everyone online, newest accounts first; computed at most once a second.
 */
export function listOnline(context: AppContext): string[] {
  const known = context.people.online;
  if (known !== undefined && known.ends > nowMs()) return known.ids;
  const ids = context.live.attendance
    .listAll()
    .flatMap((tag) => (tag.startsWith(PERSON) ? [tag.slice(PERSON.length)] : []))
    .sort()
    .reverse();
  context.people.online = { ids, ends: nowMs() + ONLINE_MS };
  return ids;
}

/** Call it when a stream with the tag `user:{id}` opens. Publishes the presence once. */
export function streamOpened(context: AppContext, userId: string): void {
  const { departures: timers } = context.people;
  clearTimeout(timers.get(userId));
  timers.delete(userId);
  if (context.live.countTagged(`user:${userId}`) === 1)
    publish(context, userId, true).catch((error: Error) =>
      context.log.warn({ err: error.message }, 'presence not told'),
    );
}
/** Call it when such a stream closes. The grace period starts with the last one. */
export function streamClosed(context: AppContext, userId: string): void {
  const { departures: timers } = context.people;
  clearTimeout(timers.get(userId));
  // Check for other streams only when the grace period ends: two instances that lose one stream
  // each at the same time would both see the other's stream as open.
  timers.set(
    userId,
    setTimeout(() => {
      timers.delete(userId);
      if (isOnline(context, userId)) return;
      setLastOnline(context.db, userId)
        .then(() => publish(context, userId, false))
        .catch((error: Error) =>
          context.log.warn({ err: error.message }, 'last time online not kept'),
        );
    }, context.people.graceMs).unref(),
  );
}
/**
 * Call it when a server with these users' streams has failed: publishes them as offline and stores
 * the time when they were last online.
 */
export async function keepDepartures(
  context: AppContext,
  { ids, at }: { ids: string[]; at: Date },
): Promise<void> {
  await keepLastOnline(context.db, ids, at);
  // A server that starts alone has no listeners yet.
  if (context.live.count() === 0 && context.bus.others().length === 0) return;
  for (const id of ids) if (!isOnline(context, id)) await publish(context, id, false);
}
/** Call it when users are online who were published as offline. */
export async function notifyReturn(context: AppContext, ids: string[]): Promise<void> {
  for (const id of ids) await publish(context, id, true);
}
async function publish(context: AppContext, userId: string, online: boolean): Promise<void> {
  const audience = await findAudienceOfPresence(context.db, userId);
  if (audience === 'nobody') return;
  context.live.publish(
    audience === 'friends' ? `presence-friends:${userId}` : `presence:${userId}`,
    { data: { type: 'presence', userId, isOnline: online } },
  );
  await context.signals.emit('presenceChanged', { userId, isOnline: online, audience });
}
/**
 * Returns the presence channels that a stream follows to show a user's presence: none where the
 * viewer may not see it.
 */
export const presenceChannels = (userId: string, isFriend: boolean): string[] => [
  `presence:${userId}`,
  ...(isFriend ? [`presence-friends:${userId}`] : []),
];
/**
 * Call it when the audience of a user's presence has changed: everyone who saw it gets "offline",
 * and those who still may see it get "online" again.
 */
export async function notifyHidden(context: AppContext, userId: string): Promise<void> {
  if (!isOnline(context, userId)) return;
  for (const channel of presenceChannels(userId, true))
    context.live.publish(channel, { data: { type: 'presence', userId, isOnline: false } });
  await context.signals.emit('presenceChanged', { userId, isOnline: false, audience: 'all' });
  await publish(context, userId, true);
}
