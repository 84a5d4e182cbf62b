import type { VoiceRoomState } from '@respa/contract/voice';
import { groupChannel, type MemberRoom } from '#features/chats/service.ts';
import { gatherCards } from '#features/people/service.ts';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import * as queries from './queries.ts';
import { findCalled } from './rings.ts';
import { findScreen, presentScreen } from './screen-queries.ts';

/** Returns who is in a voice room, and what is shown there. */
export async function readState(db: Db, roomId: string): Promise<VoiceRoomState> {
  // Before the state is read: of two states that are told of in the wrong order, the later one counts.
  const version = await queries.nextVersion(db);
  const [conversation, room, members, calling, screen] = await Promise.all([
    queries.findConversation(db, roomId),
    queries.findRoom(db, roomId),
    queries.listMembers(db, roomId),
    findCalled(db, roomId),
    findScreen(db, roomId),
  ]);
  const cards = await gatherCards(
    db,
    members.map((row) => row.user_id),
  );
  return {
    roomId,
    version,
    isGroup: conversation?.is_group === true,
    epoch: room?.epoch ?? 0,
    calling,
    members: members.map((row) => ({
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
    screen: screen === undefined ? null : presentScreen(screen),
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
