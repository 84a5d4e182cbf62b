import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as scheduled from '@respa/contract/scheduled';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { scheduledKey } from '../api.ts';

export type Scheduled = Static<typeof scheduled.Scheduled>;
export type ScheduledInput = { message: string; date: string; isSilent: boolean };

/** Returns the member's scheduled messages of a room. Live events keep them up to date. */
export const useScheduled = (roomId: string) =>
  useQuery({
    queryKey: [...scheduledKey, roomId],
    queryFn: () => call(scheduled.list, { query: { room: roomId } }),
    select: ({ messages }) => messages,
    staleTime: Infinity,
  });
export function useSchedule(roomId: string) {
  const queries = useQueryClient();
  return useCreation(`scheduled.${roomId}`, {
    create: (body: ScheduledInput, key) =>
      call(scheduled.schedule, { key, params: { roomId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: scheduledKey }),
  });
}
export function useChangeScheduled() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ScheduledInput & { id: string }) =>
      call(scheduled.change, { params: { id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: scheduledKey }),
  });
}
/** Sends a scheduled message now, or deletes it. */
export function useReleaseScheduled() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isSent }: { id: string; isSent: boolean }) =>
      call(isSent ? scheduled.sendNow : scheduled.remove, { params: { id } }),
    onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: scheduledKey }),
  });
}
