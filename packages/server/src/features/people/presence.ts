import type { AppContext } from '#platform/runtime/app-context.ts';
import { findAudienceOfPresence, keepLastOnline, setLastOnline } from './queries.ts';

// A reload closes a stream and opens the next one: nobody goes offline for that.
const GRACE_MS = 4_000;

/** In the network is who has a live stream open, at whichever instance. */
export const isOnline = (context: AppContext, userId: string): boolean =>
  context.live.hasTagged(`user:${userId}`);

/** Those whose last stream has closed and who may still be back. */
const leaving = new WeakMap<AppContext, Map<string, NodeJS.Timeout>>();
function leavingOf(context: AppContext): Map<string, NodeJS.Timeout> {
  let timers = leaving.get(context);
  if (timers === undefined) leaving.set(context, (timers = new Map()));
  return timers;
}

/** To be called when a stream with the tag `user:{id}` opened; says so once. */
export function streamOpened(context: AppContext, userId: string): void {
  const timers = leavingOf(context);
  clearTimeout(timers.get(userId));
  timers.delete(userId);
  if (context.live.countTagged(`user:${userId}`) === 1)
    publish(context, userId, true).catch((error: Error) =>
      context.log.warn({ err: error.message }, 'presence not told'),
    );
}
/** To be called when such a stream closed: the time to come back runs from the last one. */
export function streamClosed(context: AppContext, userId: string): void {
  const timers = leavingOf(context);
  clearTimeout(timers.get(userId));
  // Whether the last one is gone is asked at the end: two instances that lose one each at the same time both take the other's for open.
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
    }, GRACE_MS).unref(),
  );
}
/** To be called when a server is gone that these people were at: they are told as gone, with the time when they were there last. */
export async function keepDepartures(
  context: AppContext,
  { ids, at }: { ids: string[]; at: Date },
): Promise<void> {
  await keepLastOnline(context.db, ids, at);
  // At the start of a server that is alone nobody listens yet.
  if (context.live.count() === 0 && context.bus.others().length === 0) return;
  for (const id of ids) if (!isOnline(context, id)) await publish(context, id, false);
}
/** To be called when people are there who were told to be gone. */
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
/** What a reader listens to who shows somebody's presence: nothing where the viewer may not know. */
export const presenceChannels = (userId: string, isFriend: boolean): string[] => [
  `presence:${userId}`,
  ...(isFriend ? [`presence-friends:${userId}`] : []),
];
/** The audience of somebody's presence has changed: everyone who saw it sees nobody there, and those who still may are told anew. */
export async function notifyHidden(context: AppContext, userId: string): Promise<void> {
  if (!isOnline(context, userId)) return;
  for (const channel of presenceChannels(userId, true))
    context.live.publish(channel, { data: { type: 'presence', userId, isOnline: false } });
  await context.signals.emit('presenceChanged', { userId, isOnline: false, audience: 'all' });
  await publish(context, userId, true);
}
