import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '@respa/contract/route';
import * as voice from '@respa/contract/voice';
import type { Ring, VoiceRoomState } from '@respa/contract/voice';
import { call } from '#lib/network/call.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { endHere, mergeRings, noteRing, ringsAsked } from './rings/known-rings.ts';
import { keepSpeaking, setSpeaking } from './rooms/speaking.ts';

const key = ['voice'] as const;
type Rooms = ReplyOf<typeof voice.rooms>;
export type { Ring };
export type VoiceMember = VoiceRoomState['members'][number];
export type VoiceScreen = NonNullable<VoiceRoomState['screen']>;

/** The newest states that this page knows: answers and events may overtake each other. */
const newest = new Map<string, VoiceRoomState>();
/** Returns false for a state that is older than what the page knows. */
function isNews(room: VoiceRoomState): boolean {
  if ((newest.get(room.roomId)?.version ?? 0) > room.version) return false;
  newest.set(room.roomId, room);
  return true;
}
const roomsQuery = {
  queryKey: key,
  queryFn: async (): Promise<Rooms> => {
    const asked = new Map([...newest].map(([roomId, { version }]) => [roomId, version]));
    const askedRings = ringsAsked();
    const answer = await call(voice.rooms);
    const told = answer.rooms.map((room) => (isNews(room) ? room : newest.get(room.roomId)!));
    // Rooms that people entered while the answer was on its way.
    const entered = [...newest.values()].filter(
      ({ roomId, version }) =>
        asked.get(roomId) !== version && told.every((room) => room.roomId !== roomId),
    );
    return {
      ...answer,
      rooms: [...told, ...entered].filter(({ members }) => members.length > 0),
      rings: mergeRings(answer.rings, askedRings),
    };
  },
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
const NO_RINGS: readonly Ring[] = [];
/** Returns the calls that ring at the member. */
export const useRings = (): readonly Ring[] =>
  useQuery({ ...roomsQuery, select: ({ rings }) => rings }).data ?? NO_RINGS;
/** Returns whom a private conversation calls now. */
export const useCalled = (roomId: string): string | null =>
  useQuery({
    ...roomsQuery,
    select: ({ rooms }) => rooms.find((room) => room.roomId === roomId)?.calling,
  }).data ?? null;
export const declineRing = (roomId: string): Promise<unknown> =>
  call(voice.decline, { params: { roomId } });
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
/** Returns the ids of the members of a voice room who have these numbers. */
export const readNumbered = (
  queries: QueryClient,
  roomId: string,
  numbers: readonly number[],
): string[] =>
  readMembers(queries, roomId)
    .filter(({ number }) => numbers.includes(number))
    .map(({ user }) => user);
/** Returns whether the page knows who is in the rooms. */
export const areRoomsKnown = (queries: QueryClient): boolean =>
  queries.getQueryData<Rooms>(key) !== undefined;
export function keepRoom(queries: QueryClient, room: VoiceRoomState): void {
  if (!isNews(room)) return;
  keepSpeaking(
    room.roomId,
    room.members.map(({ user }) => user),
  );
  queries.setQueryData<Rooms>(key, (known) => {
    if (known === undefined) return known;
    const others = known.rooms.filter(({ roomId }) => roomId !== room.roomId);
    return { ...known, rooms: room.members.length === 0 ? others : [...others, room] };
  });
}

/** Notes that a call rings in a room, or no longer does: also against an answer that is on its way. */
function setRing(queries: QueryClient, roomId: string, ring: Ring | null): void {
  noteRing(roomId, ring);
  queries.setQueryData<Rooms>(key, (known) => {
    if (known === undefined) return known;
    const others = known.rings.filter((one) => one.roomId !== roomId);
    return { ...known, rings: ring === null ? others : [...others, ring] };
  });
}
/** The call no longer rings in this page, although the server may say so for a moment. */
export function dropRing(queries: QueryClient, ring: Ring): void {
  endHere(ring);
  setRing(queries, ring.roomId, null);
}

/** Handles the voice events of the member's stream. */
export function handleVoiceEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'voice') keepRoom(queries, event.room);
  if (event.type === 'voice-ring') setRing(queries, event.ring.roomId, event.ring);
  if (event.type === 'voice-ring-ended') setRing(queries, event.roomId, null);
  if (event.type === 'voice-speaking') setSpeaking(event.roomId, event.users);
  if (event.type === 'connected') void queries.invalidateQueries({ queryKey: key });
}
