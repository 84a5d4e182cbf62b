import type { VoiceRoomState } from '@respa/contract/voice';
import { groupChannel, type MemberRoom } from '#features/chats/service.ts';
import { gatherCards } from '#features/people/service.ts';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import * as queries from './queries.ts';

const NOWHERE = { is_group: false, epoch: 0, callee_id: null };
/** Returns who is in the voice rooms of conversations, and what is shown there, in the given order. */
export async function readStates(db: Db, roomIds: readonly string[]): Promise<VoiceRoomState[]> {
  if (roomIds.length === 0) return [];
  // Before the states are read: of two that are told of in the wrong order, the later one counts.
  const version = await queries.nextVersion(db);
  const [rooms, members] = await Promise.all([
    queries.listStates(db, roomIds),
    queries.listMembersOf(db, roomIds),
  ]);
  const cards = await gatherCards(
    db,
    members.map((row) => row.user_id),
  );
  const [states, inside] = [
    new Map(rooms.map((row) => [row.id, row])),
    Map.groupBy(members, (row) => row.room_id),
  ];
  return roomIds.map((roomId) => ({
    roomId,
    version,
    ...presentRoom(states.get(roomId)),
    members: (inside.get(roomId) ?? []).map((row) => ({
      user: row.user_id,
      name: cards.get(row.user_id)?.name ?? '',
      surname: cards.get(row.user_id)?.surname ?? '',
      avatarUrl: cards.get(row.user_id)?.avatar_url ?? '',
      number: row.number,
      isMuted: row.is_muted,
      isDeaf: row.is_deaf,
      isServerMuted: row.is_server_muted,
      isListener: row.is_listener,
    })),
  }));
}
const readState = async (db: Db, roomId: string): Promise<VoiceRoomState> =>
  (await readStates(db, [roomId]))[0]!;
function presentRoom(row: queries.StateRow | undefined) {
  const { is_group: isGroup, epoch, callee_id: calling } = row ?? NOWHERE;
  const isShown = row !== undefined && row.client_id !== null;
  return {
    isGroup,
    epoch,
    calling,
    screen: isShown
      ? {
          id: row.client_id!,
          user: row.user_id!,
          height: row.height!,
          hasSound: row.has_sound === true,
        }
      : null,
  };
}
type Room = Pick<MemberRoom, 'id' | 'is_group' | 'low_id' | 'high_id'>;
/** Returns the channels that everyone of a conversation reads on every page. */
export const channelsOf = (room: Room): string[] =>
  room.is_group
    ? [groupChannel(room.id)]
    : [room.low_id, room.high_id].flatMap((id) => (id === null ? [] : [`user:${id}`]));
/** Tells everyone of a conversation who is in its voice room now. Returns that. */
export async function announce(context: AppContext, roomId: string): Promise<VoiceRoomState> {
  const room = await queries.findConversation(context.db, roomId);
  const state = await readState(context.db, roomId);
  for (const channel of room === undefined ? [] : channelsOf(room))
    context.live.publish(channel, { data: { type: 'voice', room: state } });
  return state;
}
