import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import * as friends from '@respa/contract/friends';
import { invalidateNotifications } from '#features/notifications/parts.ts';
import { invalidatePeople, peopleKey } from '#features/people/parts.ts';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { showToast } from '#ui/feedback/toasts.ts';

export const useFriends = (id: string, query: string) =>
  useInfiniteQuery({
    queryKey: peopleKey('friends', id, query),
    queryFn: ({ pageParam, signal }) =>
      call(friends.list, {
        params: { id },
        query: {
          limit: 50,
          ...(query === '' ? {} : { q: query }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.friends.at(-1)?._id),
    placeholderData: (previous) => previous,
  });
/** Removes a friend. The response contains another friend, who fills the gap in the list. */
export function useRemoveFriend() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, shown }: { id: string; shown: string[] }) =>
      call(friends.remove, { params: { id }, body: { showedFriends: shown } }),
    onSuccess: () => invalidatePeople(queries),
  });
}
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
