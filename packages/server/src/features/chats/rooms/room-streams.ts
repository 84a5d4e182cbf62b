import { appError } from '@respa/contract/app-errors';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { RoomEvent } from '@respa/contract/live-events';
import type { NumberedEvent } from '#platform/live/live-event.ts';
import type { Stream } from '#platform/live/local-streams.ts';
import type { Viewer } from '#platform/http/serve.ts';
import {
  findBlockers,
  findRelations,
  presenceChannels,
  streamClosed,
  streamOpened,
} from '#features/people/service.ts';
import { listMembers } from '../groups/group-queries.ts';
import * as queries from '../messages/message-queries.ts';
import { clearedIn, pickBeside, pickNewest } from '../messages/message-pages.ts';
import { presentAll } from '../messages/message-views.ts';
import { partnerOf } from '../messages/present.ts';
import type { ConversationKind } from './conversation-kind.ts';
import { findUnreadPart, readMarks } from './reading-queries.ts';
import { findRoomOf, isMember, type MemberRoom, type RoomRow } from './room-queries.ts';

const MAX_STREAMS = 24;
/** Changes. Above this number they are not replayed: the reader reloads the room. */
const MAX_REPLAYED = 500;

/**
 * Opens a room's stream: first what the reader missed (or the newest page), then every event as it
 * happens, nothing twice and nothing left out. It subscribes before it reads the database. Events
 * that arrive meanwhile wait; those that the read already covers are dropped. Throws `forbidden` if
 * the id is not the token's, `not_found` to a non-member and for a room of the other kind.
 */
export async function openRoomStream(
  context: AppContext,
  viewer: Viewer,
  input: {
    roomId: string;
    userId: string;
    kind: ConversationKind;
    /** Where `init` begins; undefined: it holds the newest page. */
    from: 'unread' | undefined;
    request: IncomingMessage;
    response: ServerResponse;
    hijack: () => void;
  },
): Promise<void> {
  const { roomId } = input;
  if (input.userId.toLowerCase() !== viewer.id) throw appError('forbidden');
  const room = await findRoomOf(context.db, roomId, viewer.id);
  if (room?.is_group !== input.kind.isGroup) throw appError('not_found');
  if (context.live.countTagged(`user:${viewer.id}`) >= MAX_STREAMS)
    throw appError('too_many_streams', { retryAfter: 10 });

  const watched = await findWatched(context, viewer.id, room);

  input.hijack();
  const stream = context.live.open(input.response, {
    channels: [`room:${roomId}`, ...watched],
    tags: [`user:${viewer.id}`, `session:${viewer.sessionId}`, `member:${roomId}:${viewer.id}`],
    route: `${input.kind.streamPrefix}${roomId}`,
    onClose: () => streamClosed(context, viewer.id),
  });
  streamOpened(context, viewer.id);
  try {
    const last = input.request.headers['last-event-id'];
    const { events, covered } =
      (await resume(context, room, typeof last === 'string' ? last : '')) ??
      (await begin(context, roomId, viewer.id, input.from));
    // Check membership again: a user excluded while the stream was being opened missed the
    // `removed` event, and must not get later events.
    if (!(await isMember(context.db, roomId, viewer.id))) return leaveRoom(stream);
    events.forEach((event) => stream.send(event));
    stream.release(covered);
  } catch (error) {
    context.log.warn({ err: (error as Error).message }, 'room stream not caught up');
    stream.end();
  }
}

/**
 * Returns the channels that publish the presence of a room's members, as far as the viewer may see
 * it.
 */
async function findWatched(
  context: AppContext,
  viewerId: string,
  room: RoomRow,
): Promise<string[]> {
  const others = room.is_group
    ? (await listMembers(context.db, room.id))
        .map((one) => one.user_id)
        .filter((id) => id !== viewerId)
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

/** The first events a reader gets, and the seq of the last change they cover. */
type Beginning = { events: NumberedEvent[]; covered: number };
/**
 * Returns what changed since the last event that the reader saw; undefined if the reader has to
 * start over.
 */
async function resume(
  context: AppContext,
  room: MemberRoom,
  lastEventId: string,
): Promise<Beginning | undefined> {
  if (!/^\d{1,15}$/.test(lastEventId)) return undefined;
  const last = Number(lastEventId);
  if (last > room.seq) return undefined;
  const changes = await queries.pickChanges(
    context.db,
    room.id,
    last,
    MAX_REPLAYED + 1,
    room.cleared_position,
  );
  if (changes.length > MAX_REPLAYED) return undefined;
  const shown = await presentAll(context, changes, clearedIn(room));
  const events = changes.map((row, index): NumberedEvent => ({
    id: String(row.seq),
    data:
      row.deleted_at !== null
        ? { type: 'delete', id: row.id }
        : { type: row.born > last ? 'create' : 'edit', message: shown[index]! },
  }));
  const marks = (await readMarks(context.db, room.id)).map((mark): NumberedEvent => ({
    data: { type: 'read', userId: mark.user_id, position: mark.read_position },
  }));
  // The room's seq was read first: every number up to it counts as sent, even if a change has left
  // no row.
  return {
    events: [...events, ...marks],
    covered: Math.max(room.seq, changes.at(-1)?.seq ?? last),
  };
}

async function begin(
  context: AppContext,
  roomId: string,
  userId: string,
  from: 'unread' | undefined,
): Promise<Beginning> {
  const room = await findRoomOf(context.db, roomId, userId);
  const shown = { id: roomId, cleared_position: room?.cleared_position ?? 0 };
  const { first, seen, unread } = await findUnreadPart(context.db, roomId, userId);
  const [{ rows, isLast, isNewest }, marks] = await Promise.all([
    from === 'unread' && first !== null
      ? pickBeside(context.db, shown, first)
      : pickNewest(context.db, shown),
    readMarks(context.db, roomId),
  ]);
  const covered = isNewest
    ? Math.max(room?.seq ?? 0, ...rows.map((row) => row.seq))
    : (room?.seq ?? 0);
  const data: RoomEvent = {
    type: 'init',
    messages: await presentAll(context, rows, clearedIn(shown)),
    isLast,
    isNewest,
    newest: Math.max(room?.position ?? 0, rows.at(-1)?.position ?? 0),
    unread,
    reads: marks.map((mark) => ({
      userId: mark.user_id,
      // What was written before the reader joined is not unread.
      position: mark.user_id === userId ? Math.max(seen, mark.read_position) : mark.read_position,
    })),
  };
  return { events: [{ id: String(covered), data }], covered };
}
