import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as friends from '@respa/contract/friends';
import * as people from '@respa/contract/people';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { invalidatePeople, peopleKey } from './api.ts';

export type Suggestion = Static<typeof people.Suggestion>;
const key = peopleKey('suggested');
const LIFE_MS = 60_000;
const refuse = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** Returns people whom the member may want to add. */
export const useSuggested = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(people.suggested, { signal })).people,
    staleTime: LIFE_MS,
  });
const drop = (queries: QueryClient, id: string) =>
  queries.setQueryData<Suggestion[]>(key, (list) => list?.filter((one) => one._id !== id));

/** Sends a friend request to a suggested person, who then leaves the list. */
export function useAddSuggested({ _id: id }: Suggestion, name: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(friends.make, { params: { id } }),
    onSuccess: ({ message }) => {
      showToast(message === 'friends' ? 'Теперь вы друзья' : `Заявка отправлена: ${name}`, {
        tone: 'good',
      });
      drop(queries, id);
    },
    onError: refuse,
    onSettled: () => invalidatePeople(queries),
  });
}
/** Hides a suggested person at once, with a way back. */
export function useHideSuggested({ _id: id }: Suggestion, name: string) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const undo = () =>
    void call(people.unhideSuggestion, { params: { id } }).catch(refuse).finally(refresh);
  return useMutation({
    mutationFn: () => call(people.hideSuggestion, { params: { id } }),
    onMutate: () => drop(queries, id),
    onSuccess: () =>
      showToast(`${name}: больше не предложим`, { action: { label: 'Вернуть', onSelect: undo } }),
    onError: refuse,
    onSettled: refresh,
  });
}
