import { useInfiniteQuery, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as chats from '@respa/contract/chats';
import { call } from '#lib/call.ts';
import type { LiveEvent } from '#lib/live.ts';
import { useSession } from '#lib/session.ts';
import { talkOf } from './talk-calls.ts';

export type RoomEntry = Static<typeof chats.RoomEntry>;
const chatsKey = ['chats'] as const;
const unreadKey = [...chatsKey, 'unread'] as const;
export const roomsKey = [...chatsKey, 'rooms'] as const;
export const roomKey = (id: string) => [...chatsKey, 'room', id] as const;

export function useUnreadMessages(): number {
  const session = useSession();
  return useQuery({ queryKey: unreadKey, queryFn: () => call(chats.unread), enabled: session?.activated === true }).data?.count ?? 0;
}
export const useRooms = (q: string) => useInfiniteQuery({
  queryKey: [...roomsKey, q],
  queryFn: ({ pageParam, signal }) => call(chats.rooms, { query: { ...(pageParam === '' ? {} : { before: pageParam }), ...(q === '' ? {} : { q }) }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => (page.isLast ? undefined : page.rooms.at(-1)?._id),
  placeholderData: (previous) => previous,
});
export const useRoomInfo = (id: string) => useQuery({ queryKey: roomKey(id), queryFn: () => call(chats.room, { params: { id } }) });
export const useEditMessage = (isGroup: boolean) => useMutation({
  mutationFn: ({ id, text, mentions }: { id: string; text: string; mentions: string }) => call(talkOf(isGroup).edit, { params: { id }, body: { message: text, mentions } }),
});
export const useDeleteMessage = (isGroup: boolean) => useMutation({ mutationFn: (id: string) => call(talkOf(isGroup).remove, { params: { id } }) });
export const tellTyping = (roomId: string, isGroup: boolean) => call(talkOf(isGroup).typing, { params: { roomId } }).catch(() => {});
export const readRoom = (roomId: string, isGroup: boolean) => call(talkOf(isGroup).read, { params: { roomId } });

/** What the member's stream says about rooms. */
export function heedRooms(queries: QueryClient, event: LiveEvent): void {
  if (['room', 'room-read', 'rooms-changed', 'presence', 'draft', 'connected'].includes(event.type)) {
    void queries.invalidateQueries({ queryKey: roomsKey });
    if (event.type !== 'presence') void queries.invalidateQueries({ queryKey: unreadKey });
  }
  // Who the other one is, and whether one may write: both can change while the room is open.
  if (['connected', 'relation', 'rooms-changed', 'draft'].includes(event.type)) void queries.invalidateQueries({ queryKey: [...chatsKey, 'room'] });
}
