import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@respa/contract/route';
import * as privacy from '@respa/contract/privacy';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { invalidateTopic } from '#lib/network/topics.ts';
import { invalidatePeople, peopleKey } from './api.ts';

export type BlockListName = 'blocked' | 'muted';
export type BlockAction = 'block' | 'unblock' | 'mute' | 'unmute';
const LISTS = { blocked: privacy.blocked, muted: privacy.muted };
const STEPS = {
  block: privacy.block,
  unblock: privacy.unblock,
  mute: privacy.mute,
  unmute: privacy.unmute,
};
const privacyKey = ['privacy'] as const;

export const usePrivacy = () =>
  useQuery({ queryKey: privacyKey, queryFn: async () => (await call(privacy.get)).privacy });
export function useSetPrivacy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof privacy.set>) => call(privacy.set, { body }),
    // After several quick changes, the result of the last one is kept.
    scope: { id: 'privacy' },
    onSuccess: (answer) => queries.setQueryData(privacyKey, answer.privacy),
  });
}
export const useBlockList = (list: BlockListName) =>
  useInfiniteQuery({
    queryKey: peopleKey(list),
    queryFn: ({ pageParam }) =>
      call(LISTS[list], { query: pageParam === '' ? {} : { before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.people.at(-1)?._id),
  });
/**
 * Blocks or hides a user, or undoes it. Everything that shows people or their posts is refetched.
 */
export function useBlockAction(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (step: BlockAction) => call(STEPS[step], { params: { id } }),
    onSettled: () => Promise.all([invalidatePeople(queries), invalidateTopic(queries, 'people')]),
  });
}
