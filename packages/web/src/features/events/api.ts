import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import * as events from '@respa/contract/events';
import type { BodyOf, ReplyOf } from '@respa/contract/route';
import { useToday } from '#lib/browser/now.ts';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';

export type Event = ReplyOf<typeof events.list>['events'][number];
export type EventPart = 'next' | 'past';
const eventsKey = ['events'] as const;

/** Upcoming events start with the user's own day. */
export function useEvents(part: EventPart) {
  const from = useToday();
  return useInfiniteQuery({
    queryKey: [...eventsKey, part, from],
    queryFn: ({ pageParam, signal }) =>
      call(events.list, {
        query: { part, from, ...(pageParam === '' ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.events.at(-1)?._id),
  });
}
/** Returns the next few events. */
export function useNextEvents(limit: number) {
  const from = useToday();
  return useQuery({
    queryKey: [...eventsKey, 'few', from],
    queryFn: ({ signal }) => call(events.list, { query: { from, limit }, signal }),
    staleTime: 600_000,
  });
}
export type EventText = BodyOf<typeof events.create>;
export type EventInput = {
  text: EventText;
  file: File | undefined;
  file2: File | undefined;
  removed: { file: boolean; file2: boolean };
};
/** Adds an event, or edits the one with this id. */
export function useSendEvent(id: string | null) {
  const queries = useQueryClient();
  return useCreation(`event.${id ?? 'new'}`, {
    create: async ({ text, file, file2, removed }: EventInput, key) => {
      const files = {
        ...(file === undefined ? {} : { file: [file] }),
        ...(file2 === undefined ? {} : { file2: [file2] }),
      };
      if (id === null) return (await call(events.create, { body: text, files, key })).event;
      return (
        await call(events.edit, {
          params: { id },
          body: {
            ...text,
            ...(removed.file ? { removeFile: '1' } : {}),
            ...(removed.file2 ? { removeFile2: '1' } : {}),
          },
          files,
        })
      ).event;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: eventsKey }),
  });
}
export function useRemoveEvent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(events.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: eventsKey }),
  });
}
