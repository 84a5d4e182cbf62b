import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import * as friends from '@respa/contract/friends';
import type { RequestDirection } from '@respa/contract/friends';
import { invalidateNotifications } from '#features/notifications/parts.ts';
import {
  filterKey,
  filterParams,
  invalidatePeople,
  peopleKey,
  type PeopleFilter,
} from '#features/people/parts.ts';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { showToast } from '#ui/feedback/toasts.ts';

export const useFriends = (id: string, filter: PeopleFilter) =>
  useInfiniteQuery({
    queryKey: peopleKey('friends', id, ...filterKey(filter)),
    queryFn: ({ pageParam, signal }) =>
      call(friends.list, {
        params: { id },
        query: {
          limit: 50,
          ...filterParams(filter),
          ...(filter.q === '' ? {} : { q: filter.q }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.friends.at(-1)?._id),
    placeholderData: (previous) => previous,
  });
export const useFriendRequests = (direction: RequestDirection) =>
  useInfiniteQuery({
    queryKey: peopleKey('requests', direction),
    queryFn: ({ pageParam, signal }) =>
      call(friends.requests, {
        params: { direction },
        query: pageParam === '' ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.people.at(-1)?._id),
  });
/** Returns how many friends, requests and blocked people the member has. */
export const useFriendCounts = (isEnabled: boolean) =>
  useQuery({
    queryKey: peopleKey('counts'),
    queryFn: ({ signal }) => call(friends.counts, { signal }),
    enabled: isEnabled,
  });
/**
 * Deletes a notification; this also declines a friend request. The mutation itself shows the toast,
 * because the pressed row may be unmounted when the response arrives.
 */
export function useDismiss(done?: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(friends.dismiss, { params: { title: id } }),
    onSuccess: () => {
      if (done !== undefined) showToast(done);
    },
    onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    onSettled: () => Promise.all([invalidateNotifications(queries), invalidatePeople(queries)]),
  });
}
