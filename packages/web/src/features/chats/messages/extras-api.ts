import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as extras from '@respa/contract/chat-extras';
import type { Quoted } from '@respa/contract/chat-messages';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { roomKey } from '../api.ts';

export type QuotedMessage = Static<typeof Quoted>;
const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

export const useReact = () =>
  useMutation({
    mutationFn: ({ messageId, emoji, isOn }: { messageId: string; emoji: string; isOn: boolean }) =>
      call(isOn ? extras.react : extras.unreact, { params: { messageId }, body: { emoji } }),
    onError,
  });
export const usePin = () =>
  useMutation({
    mutationFn: ({ messageId, isOn }: { messageId: string; isOn: boolean }) =>
      call(isOn ? extras.pin : extras.unpin, { params: { messageId } }),
    onError,
  });
export function useMuteRoom(roomId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) =>
      call(isOn ? extras.muteRoom : extras.unmuteRoom, { params: { roomId } }),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: roomKey(roomId) }),
  });
}
/** What a message said before its edits, the newest first. */
export const useVersions = (messageId: string) =>
  useQuery({
    queryKey: ['chats', 'versions', messageId],
    queryFn: async () => (await call(extras.versions, { params: { messageId } })).versions,
    staleTime: 0,
  });
export const useForward = () =>
  useMutation({
    mutationFn: (body: { messages: string[]; rooms: string[]; clientId: string }) =>
      call(extras.forward, { body }),
  });
/**
 * Returns messages with all these words, in one room or in all. Sends no request for an empty
 * query.
 */
export const useFound = (q: string, room?: string) =>
  useInfiniteQuery({
    queryKey: ['chats', 'found', room ?? '', q],
    queryFn: ({ pageParam, signal }) =>
      call(extras.search, {
        query: {
          q,
          ...(room === undefined ? {} : { room }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.found.at(-1)?.message._id),
    enabled: q !== '',
    staleTime: 0,
  });
export const useMentionable = (roomId: string, q: string | null) =>
  useQuery({
    queryKey: ['chats', 'mentionable', roomId, q],
    queryFn: ({ signal }) =>
      call(extras.mentionable, { params: { roomId }, query: q === '' ? {} : { q: q! }, signal }),
    enabled: q !== null,
    placeholderData: (previous) => previous,
    select: ({ people }) => people,
  });
export const saveDraft = (roomId: string, text: string) =>
  call(extras.saveDraft, { params: { roomId }, body: { text } });
