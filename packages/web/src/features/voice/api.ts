import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '@respa/contract/route';
import * as voice from '@respa/contract/voice';
import type { VoiceRoomState } from '@respa/contract/voice';
import { call } from '#lib/network/call.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { setSpeaking } from './rooms/speaking.ts';

const key = ['voice'] as const;
type Rooms = ReplyOf<typeof voice.rooms>;
export type VoiceMember = VoiceRoomState['members'][number];
export type VoiceScreen = NonNullable<VoiceRoomState['screen']>;

const roomsQuery = {
  queryKey: key,
  queryFn: () => call(voice.rooms),
  // Events keep it up to date.
  staleTime: Infinity,
};
const NOBODY: readonly VoiceMember[] = [];
/** Returns who is in the voice room of a conversation. */
export const useVoiceMembers = (roomId: string): readonly VoiceMember[] =>
  useQuery({
    ...roomsQuery,
    select: ({ rooms }) => rooms.find((room) => room.roomId === roomId)?.members,
  }).data ?? NOBODY;
/** Returns the screen that is shown in the voice room of a conversation. */
export const useVoiceScreen = (roomId: string): VoiceScreen | null =>
  useQuery({
    ...roomsQuery,
    select: ({ rooms }) => rooms.find((room) => room.roomId === roomId)?.screen,
  }).data ?? null;
/** Returns the voice rooms of the member's conversations, as the server knows them now. */
export const fetchRooms = (queries: QueryClient): Promise<Rooms> =>
  queries.fetchQuery({ ...roomsQuery, staleTime: 0 });
/** Returns the members of a voice room without asking the server. */
export const readMembers = (queries: QueryClient, roomId: string): readonly VoiceMember[] =>
  queries.getQueryData<Rooms>(key)?.rooms.find((room) => room.roomId === roomId)?.members ?? NOBODY;
export const keepRoom = (queries: QueryClient, room: VoiceRoomState): void =>
  void queries.setQueryData<Rooms>(key, (known) => {
    if (known === undefined) return known;
    const others = known.rooms.filter(({ roomId }) => roomId !== room.roomId);
    return { ...known, rooms: room.members.length === 0 ? others : [...others, room] };
  });

/** Handles the voice events of the member's stream. */
export function handleVoiceEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'voice') keepRoom(queries, event.room);
  if (event.type === 'voice-speaking') setSpeaking(event.roomId, event.users);
  if (event.type === 'connected') void queries.invalidateQueries({ queryKey: key });
}
