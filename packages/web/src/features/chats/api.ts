import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as chats from '@respa/contract/chats';
import type { QueryOf } from '@respa/contract/route';
import { call } from '#lib/network/call.ts';
import { KEPT } from '#lib/network/keep-answers.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useSession } from '#lib/network/session.ts';
import type { ConversationKind } from './rooms/conversation-kind.ts';

export type RoomEntry = Static<typeof chats.RoomEntry>;
const chatsKey = ['chats'] as const;
const unreadKey = [...chatsKey, 'unread'] as const;
export const roomsKey = [...chatsKey, 'rooms'] as const;
export const foldersKey = [...chatsKey, 'folders'] as const;
export const scheduledKey = [...chatsKey, 'scheduled'] as const;
export const roomKey = (id: string) => [...chatsKey, 'room', id] as const;

export function useUnreadMessages(): number {
  const session = useSession();
  return (
    useQuery({
      queryKey: unreadKey,
      meta: KEPT,
      queryFn: () => call(chats.unread),
      enabled: session?.activated === true,
    }).data?.count ?? 0
  );
}
/** A part of the list of chats: without the archive, the archive, or the id of a folder. */
export type ListPlace = 'main' | 'archive' | (string & {});
const queryOf = (place: ListPlace): QueryOf<typeof chats.rooms> =>
  place === 'main' ? {} : place === 'archive' ? { archive: 'true' } : { folder: place };
/** Lists the chats of a place, or those of all places that match a search. */
export const useRooms = (q: string, place: ListPlace = 'main') =>
  useInfiniteQuery({
    queryKey: [...roomsKey, q, q === '' ? place : 'main'],
    ...(q === '' ? { meta: KEPT } : {}),
    queryFn: ({ pageParam, signal }) =>
      call(chats.rooms, {
        query: {
          ...(pageParam === '' ? {} : { before: pageParam }),
          ...(q === '' ? queryOf(place) : { q }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.rooms.at(-1)?._id),
    placeholderData: (previous) => previous,
  });
export const useRoomInfo = (id: string) =>
  useQuery({
    queryKey: roomKey(id),
    meta: KEPT,
    queryFn: () => call(chats.room, { params: { id } }),
  });
type Change = {
  id: string;
  text: string;
  mentions: string;
  formatting: string;
  files: { image: File[]; video: File[]; poster: Blob[] };
  signal: AbortSignal;
  /** Names of the attachments to keep; if omitted, all are kept. */
  keep?: string[];
  /** JSON: the order and the descriptions of the pictures. */
  pictures?: string;
  onProgress?: ((part: number) => void) | undefined;
};
/**
 * Takes a function that prepares the change, because the poster frames of its videos are drawn
 * first.
 */
export const useEditMessage = (kind: ConversationKind) =>
  useMutation({
    mutationFn: async (prepare: () => Promise<Change>) => {
      const { id, text, keep, files, signal, onProgress, ...body } = await prepare();
      return call(kind.calls.edit, {
        params: { id },
        body: {
          message: text,
          ...body,
          ...(keep === undefined ? {} : { keep: JSON.stringify(keep) }),
        },
        files,
        signal,
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    },
  });
/** Sets a conversation's background picture; null removes it. */
export function useBackground(roomId: string, kind: ConversationKind) {
  const queries = useQueryClient();
  const { upload, reset } = kind.background;
  return useMutation({
    mutationFn: async (file: File | null) => {
      await (file === null
        ? call(reset, { params: { roomId } })
        : call(upload, { params: { roomId }, files: { file: [file] } }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: roomKey(roomId) }),
  });
}
export const useDeleteMessage = (kind: ConversationKind) =>
  useMutation({
    mutationFn: (id: string) => call(kind.calls.remove, { params: { id } }),
  });
export const notifyTyping = (roomId: string, kind: ConversationKind) =>
  call(kind.calls.typing, { params: { roomId } }).catch(() => {});
/** Marks everything as read, or what is up to a message. */
export const readRoom = (roomId: string, kind: ConversationKind, upTo?: string) =>
  call(kind.calls.read, { params: { roomId }, query: upTo === undefined ? {} : { upTo } });

const PAUSE_MS = 1_000;
const pauses = { isResting: false, isMissed: false };
/**
 * Refetches the room lists: at once, and at most once per `PAUSE_MS` (one second) while many events
 * arrive.
 */
function renewLists(queries: QueryClient): void {
  pauses.isMissed = pauses.isResting;
  if (pauses.isResting) return;
  pauses.isResting = true;
  void queries.invalidateQueries({ queryKey: roomsKey });
  void queries.invalidateQueries({ queryKey: unreadKey });
  void queries.invalidateQueries({ queryKey: foldersKey });
  setTimeout(() => {
    pauses.isResting = false;
    if (pauses.isMissed) renewLists(queries);
  }, PAUSE_MS);
}
const LISTED = new Set<string>(
  'room room-read rooms-changed chat-folders presence draft connected'.split(' '),
);
/** Handles the room events of the member's stream. */
export function handleRoomEvent(queries: QueryClient, event: StreamedEvent): void {
  if (LISTED.has(event.type)) renewLists(queries);
  if (event.type === 'scheduled' || event.type === 'connected')
    void queries.invalidateQueries({ queryKey: scheduledKey });
  // The other person's profile and the right to write can both change while the room is open.
  if (['connected', 'relation', 'rooms-changed', 'draft'].includes(event.type))
    void queries.invalidateQueries({ queryKey: [...chatsKey, 'room'] });
}
