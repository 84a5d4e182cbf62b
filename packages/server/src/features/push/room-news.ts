import { createHash } from 'node:crypto';
import { PUSH } from '@respa/contract/limits';
import { displayName, fit } from '@respa/contract/characters';
import type { PushKind, PushPayload } from '@respa/contract/push';
import { roomTag } from '@respa/contract/push-tags';
import { countUnreadMessages, gatherRoomNews, type RoomNews } from '#features/chats/service.ts';
import { countUnread } from '#features/notifications/service.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { deliver, type PushMessage } from './delivery.ts';
import { isQuietAt } from './quiet-hours.ts';
import { findShown } from './shown.ts';
import { makeToken } from './tokens.ts';
import * as queries from './queries.ts';

/** How long messages of a room gather before its members' devices are told of them, in ms. */
const GATHER_MS = 300;
/**
 * How often a device is tried, and the first pause in seconds; each further one is four times as
 * long.
 */
const [ATTEMPTS, PAUSE_SECONDS] = [4, 30];
export type Again = { devices?: string[]; attempt?: number };

/**
 * Notes a message whose readers may have closed all tabs. Costs nothing but a query a moment for
 * all rooms together. A server that is killed within `GATHER_MS` forgets to tell devices; the
 * message itself is stored.
 */
export function noteMessage(context: AppContext, roomId: string, position: number): void {
  const { push, config } = context;
  if (!config.push) return;
  push.rooms.set(roomId, Math.min(position, push.rooms.get(roomId) ?? position));
  push.flushing ??= setTimeout(() => void flushRooms(context), GATHER_MS).unref();
}
/** Adds jobs for the rooms in which messages have gathered. */
export async function flushRooms(context: AppContext): Promise<void> {
  const { push, db, jobs } = context;
  clearTimeout(push.flushing);
  push.flushing = undefined;
  const gathered = new Map(push.rooms);
  push.rooms.clear();
  if (gathered.size === 0) return;
  try {
    for (const roomId of await queries.pickRoomsWithDevices(db, [...gathered.keys()]))
      await jobs.add(
        db,
        'push.room',
        { roomId, from: gathered.get(roomId)! },
        { key: `push.room:${roomId}`, attempts: 3 },
      );
  } catch (error) {
    context.log.warn({ err: (error as Error).message }, 'devices not told of messages');
  }
}

/**
 * Tells the members of a room whose tabs are closed of the messages from a position on: one
 * notification a member, of the newest message that they have not read. Devices whose push service
 * is out of reach are tried again, with what is true then.
 */
export async function tellOfRoom(
  context: AppContext,
  { roomId, from, devices: only, attempt = 1 }: { roomId: string; from: number } & Again,
): Promise<void> {
  const found = await queries.listDevicesOfRoom(context.db, roomId);
  const devices = only === undefined ? found : found.filter(({ id }) => only.includes(id));
  const userIds = [...new Set(devices.map((device) => device.user_id))];
  if (userIds.length === 0) return;
  const [news, settings] = await Promise.all([
    gatherRoomNews(context.db, roomId, userIds, from),
    queries.gatherSettings(context.db, userIds),
  ]);
  const wanted = news.filter(({ userId, isGroup }) => {
    const kind: PushKind = isGroup ? 'groups' : 'messages';
    const set = settings.get(userId)!;
    return !set.quiet.includes(kind) && !isQuietAt(set, new Date(nowMs()));
  });
  const shown = await findShown(
    context,
    wanted.map(({ userId }) => userId),
  );
  const outgoing: PushMessage[] = [];
  for (const one of wanted) {
    if (shown.has(one.userId)) continue;
    const badge = await badgeOf(context, one.userId);
    const isHidden = settings.get(one.userId)!.isContentHidden;
    for (const device of devices.filter((row) => row.user_id === one.userId))
      outgoing.push({
        device,
        topic: topicOf(roomTag(roomId)),
        payload: isHidden
          ? { kind: 'hidden', what: 'message', badge }
          : describe(context, one, device, badge),
      });
  }
  const again = await deliver(context, outgoing);
  if (again.length > 0 && attempt < ATTEMPTS)
    await context.jobs.add(
      context.db,
      'push.room',
      { roomId, from, devices: again, attempt: attempt + 1 },
      { at: againAt(attempt), attempts: 1 },
    );
}
/** Returns when to try again after so many attempts. */
export const againAt = (attempt: number): Date =>
  new Date(nowMs() + PAUSE_SECONDS * 4 ** (attempt - 1) * 1000);
export const isLastAttempt = (attempt: number): boolean => attempt >= ATTEMPTS;
/** Returns the number on the app's icon: unread messages and notices. */
export async function badgeOf(context: AppContext, userId: string): Promise<number> {
  const [messages, notices] = await Promise.all([
    countUnreadMessages(context.db, userId),
    countUnread(context, userId),
  ]);
  return messages + notices;
}
/**
 * Returns a name under which a push service replaces what it has not delivered yet: at most 32
 * characters of base64url (RFC 8030).
 */
export const topicOf = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32);

function describe(
  context: AppContext,
  { room, author, text, unread, isGroup, date }: RoomNews,
  device: queries.DeviceRow,
  badge: number,
): PushPayload {
  const name = displayName(author);
  return {
    kind: 'message',
    roomId: room.id,
    isChat: isGroup,
    title: isGroup ? room.title : name,
    author: isGroup ? name : null,
    text: fit(text, PUSH.text),
    unread,
    picture: isGroup
      ? room.picture === ''
        ? null
        : { folder: 'chatavatars', name: room.picture }
      : author.avatarUrl === ''
        ? null
        : { folder: 'useravatars', name: author.avatarUrl },
    date: date.toISOString(),
    token: makeToken(context, device, { id: room.id, isGroup }),
    badge,
  };
}
