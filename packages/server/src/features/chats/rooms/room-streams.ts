import { GROUP_MEMBERS, PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { LiveEvent } from '#platform/live/live-event.ts';
import type { Stream } from '#platform/live/live.ts';
import type { Viewer } from '#platform/http/serve.ts';
import {
  findBlockers,
  findRelations,
  presenceChannels,
  streamClosed,
  streamOpened,
} from '#features/people/service.ts';
import { listBySeniority } from '../groups/group-queries.ts';
import * as queries from '../messages/message-queries.ts';
import { presentAll } from '../messages/messages.ts';
import { partnerOf } from '../messages/present.ts';
import { findRoomOf, isMember, readMarks, type RoomRow } from './room-queries.ts';

const MAX_STREAMS = 24;
/** More changes than this are not replayed: the reader gets the room anew. */
const MAX_REPLAYED = 500;

/** What a stream of a room looks at: the documented page call names no room and means the newest of the caller's own kind. */
export const roomRoute = (isGroup: boolean, roomId = ''): string =>
  `${isGroup ? 'group' : 'private'}:${roomId}`;

/**
 * Opens a room's stream: first what the reader missed (or the newest page), then everything as it happens, nothing twice and nothing left out.
 * It subscribes before it reads the database; events that arrive meanwhile wait, and those that the reading has covered are dropped.
 * Throws `forbidden` where the id is not the token's, `not_found` to who is no member and for a room of the other kind.
 */
export async function openRoomStream(
  context: AppContext,
  viewer: Viewer,
  input: {
    roomId: string;
    userId: string;
    isGroup: boolean;
    request: IncomingMessage;
    response: ServerResponse;
    hijack: () => void;
  },
): Promise<void> {
  const { roomId } = input;
  if (input.userId.toLowerCase() !== viewer.id) throw appError('forbidden');
  const room = await findRoomOf(context.db, roomId, viewer.id);
  if (room?.is_group !== input.isGroup) throw appError('not_found');
  if (context.live.countTagged(`user:${viewer.id}`) >= MAX_STREAMS)
    throw appError('too_many_streams', { retryAfter: 10 });

  const watched = await findWatched(context, viewer.id, room);

  input.hijack();
  const stream = context.live.open(input.response, {
    channels: [`room:${roomId}`, ...watched],
    tags: [`user:${viewer.id}`, `session:${viewer.sessionId}`, `member:${roomId}:${viewer.id}`],
    route: roomRoute(input.isGroup, roomId),
    onClose: () => streamClosed(context, viewer.id),
  });
  streamOpened(context, viewer.id);
  try {
    const last = input.request.headers['last-event-id'];
    const { events, covered } =
      (await resume(context, room, typeof last === 'string' ? last : '')) ??
      (await begin(context, roomId, viewer.id));
    // Who was put out while the stream was being opened did not lose it then, and is told nothing of what came after.
    if (!(await isMember(context.db, roomId, viewer.id))) return leaveRoom(stream);
    events.forEach((event) => stream.send(event));
    stream.release(covered);
  } catch (error) {
    context.log.warn({ err: (error as Error).message }, 'room stream not caught up');
    stream.end();
  }
}

/** Where the presence of a room's people is told, as far as the viewer may know it. */
async function findWatched(
  context: AppContext,
  viewerId: string,
  room: RoomRow,
): Promise<string[]> {
  const others = room.is_group
    ? (await listBySeniority(context.db, room.id, GROUP_MEMBERS)).filter((id) => id !== viewerId)
    : [partnerOf(room, viewerId)];
  const [relations, blockers] = await Promise.all([
    findRelations(context.db, viewerId, others),
    findBlockers(context.db, viewerId, others),
  ]);
  return others
    .filter((id) => !blockers.includes(id))
    .flatMap((id) => presenceChannels(id, relations.get(id) === 'friends'));
}
function leaveRoom(stream: Stream): void {
  stream.send({ data: { type: 'removed' } });
  stream.end();
}

/** What a reader is told first, and the number of the last change in it. */
type Beginning = { events: LiveEvent[]; covered: number };
/** What changed since the event that the reader saw last; nothing where the reader has to begin anew. */
async function resume(
  context: AppContext,
  room: RoomRow,
  lastEventId: string,
): Promise<Beginning | undefined> {
  if (!/^\d{1,15}$/.test(lastEventId)) return undefined;
  const last = Number(lastEventId);
  if (last > room.seq) return undefined;
  const changes = await queries.pickChanges(context.db, room.id, last, MAX_REPLAYED + 1);
  if (changes.length > MAX_REPLAYED) return undefined;
  const shown = await presentAll(context, changes);
  const events = changes.map((row, index) => ({
    id: String(row.seq),
    data:
      row.deleted_at !== null
        ? { type: 'delete', id: row.id }
        : { type: row.born > last ? 'create' : 'edit', message: shown[index]! },
  }));
  const marks = (await readMarks(context.db, room.id)).map((mark) => ({
    data: { type: 'read', userId: mark.user_id, position: mark.read_position },
  }));
  // The room's number was read first: what it counts is told, even where a change has left no row.
  return {
    events: [...events, ...marks],
    covered: Math.max(room.seq, changes.at(-1)?.seq ?? last),
  };
}

async function begin(context: AppContext, roomId: string, userId: string): Promise<Beginning> {
  const room = await findRoomOf(context.db, roomId, userId);
  const [picked, marks] = await Promise.all([
    queries.pickMessages(context.db, roomId, { skip: 0, limit: PAGE_SIZES.messages + 1 }),
    readMarks(context.db, roomId),
  ]);
  const rows = picked.slice(0, PAGE_SIZES.messages);
  const covered = Math.max(room?.seq ?? 0, ...rows.map((row) => row.seq));
  const data = {
    type: 'init',
    messages: (await presentAll(context, rows)).reverse(),
    isLast: picked.length <= PAGE_SIZES.messages,
    reads: marks.map((mark) => ({ userId: mark.user_id, position: mark.read_position })),
  };
  return { events: [{ id: String(covered), data }], covered };
}
