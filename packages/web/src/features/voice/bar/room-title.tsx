import { displayName } from '@respa/contract/characters';
import { useGroup, useRoomInfo } from '#features/chats/parts.ts';
import type { Call } from '../call/call-state.ts';

const GroupTitle = ({ id }: { id: string }) => useGroup(id).data?.room.title ?? 'Беседа';
function PersonTitle({ id }: { id: string }) {
  const info = useRoomInfo(id).data?.room;
  return info === undefined ? 'Разговор' : displayName(info);
}
/** The name of the conversation that the member speaks in. */
export const RoomTitle = ({ roomId, isGroup }: Pick<Call, 'roomId' | 'isGroup'>) =>
  isGroup ? <GroupTitle id={roomId} /> : <PersonTitle id={roomId} />;
