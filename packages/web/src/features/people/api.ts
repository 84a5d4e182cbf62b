import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as friends from '@respa/contract/friends';
import * as people from '@respa/contract/people';
import { call, sentenceOf } from '#lib/network/call.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { showToast } from '#ui/feedback/toasts.ts';

export type Entry = Static<typeof people.DirectoryEntry>;
export type Relation = 'none' | 'request' | 'incoming' | 'friends';
/** Everything whose answer depends on who is whose friend hangs under this key. */
export const peopleKey = ['people'] as const;
export const relationKey = (id: string) => [...peopleKey, 'relation', id] as const;

export const useDirectory = (query: string) =>
  useInfiniteQuery({
    queryKey: [...peopleKey, 'directory', query],
    queryFn: ({ pageParam, signal }) =>
      call(people.directory, {
        params: { page: 1, query: query === '' ? 'all' : query },
        query: pageParam === '' ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.users.at(-1)?._id),
    placeholderData: (previous) => previous,
  });

export type Step = 'ask' | 'cancel' | 'accept' | 'reject' | 'remove';
const take = async (step: Step, id: string): Promise<Relation> => {
  switch (step) {
    case 'ask':
      return (await call(friends.make, { params: { id } })).message;
    case 'cancel':
      return (await call(friends.cancel, { params: { id } })).message;
    case 'accept':
      return (await call(friends.accept, { params: { to: id } })).message;
    case 'reject':
      return (await call(friends.reject, { params: { id } })).message;
    case 'remove':
      await call(friends.remove, { params: { id }, body: { showedFriends: [] } });
      return 'none';
  }
};
/** A step between two people; every screen that shows them asks anew. */
export function useRelationStep(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (step: Step) => take(step, id),
    onSuccess: (relation, step) => {
      queries.setQueryData(relationKey(id), relation);
      if (step === 'accept' && relation === 'friends')
        showToast('Теперь вы друзья', { tone: 'good' });
      if (step === 'reject') showToast('Вы отклонили заявку в друзья.');
    },
    onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: peopleKey }),
  });
}
/** What the member's stream says about friends and presence. */
export function handleRelationEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'relation' || event.type === 'connected')
    void queries.invalidateQueries({ queryKey: peopleKey });
}
