import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as friends from '@respa/contract/friends';
import * as people from '@respa/contract/people';
import { call, sentenceOf } from '#lib/network/call.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { findPeople } from './find-people.ts';
import { filterParams, type PeopleFilter } from './use-people-filters.ts';
import { showToast } from '#ui/feedback/toasts.ts';

export type Entry = Static<typeof people.DirectoryEntry>;
export type Relation = 'none' | 'request' | 'incoming' | 'friends';
/** The root of all keys whose results depend on friendships. */
const peopleRoot = ['people'] as const;
/** Returns the key of a query whose result depends on friendships. */
export const peopleKey = (...parts: readonly string[]) => [...peopleRoot, ...parts];
/** Returns the part of a query key for a filter. */
export const filterKey = ({ q, city, game, isOnline }: PeopleFilter): string[] => [
  q,
  city,
  game,
  String(isOnline),
];
/** Refetches every query whose result depends on friendships. */
export const invalidatePeople = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: peopleRoot });

export const useDirectory = (filter: PeopleFilter) =>
  useInfiniteQuery({
    queryKey: peopleKey('directory', ...filterKey(filter)),
    queryFn: ({ pageParam, signal }) =>
      call(people.directory, {
        params: { page: 1, query: filter.q === '' ? 'all' : filter.q },
        query: { ...filterParams(filter), ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.users.at(-1)?._id),
    placeholderData: (previous) => previous,
  });

/** Finds people by name as the user types. */
export const useFoundPeople = (query: string, limit: number, isNeeded = true) =>
  useQuery({
    queryKey: peopleKey('found', query, String(limit)),
    queryFn: ({ signal }) => findPeople(query, limit, signal),
    enabled: isNeeded,
    placeholderData: (previous) => (isNeeded ? previous : undefined),
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
/** Changes the relationship between two users. Every page that shows them refetches. */
export function useRelationStep(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (step: Step) => take(step, id),
    onSuccess: (relation, step) => {
      queries.setQueryData(peopleKey('relation', id), relation);
      if (step === 'accept' && relation === 'friends')
        showToast('Теперь вы друзья', { tone: 'good' });
      if (step === 'reject') showToast('Вы отклонили заявку в друзья.');
    },
    onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    onSettled: () => invalidatePeople(queries),
  });
}
/** Removes a friend from a list, whose row goes away with it. */
export function useRemoval(id: string, name: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => take('remove', id),
    onSuccess: () => showToast(`${name}: больше не в друзьях`),
    onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    onSettled: () => invalidatePeople(queries),
  });
}
/** Handles the friendship and presence events of the member's stream. */
export function handleRelationEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'relation' || event.type === 'connected') void invalidatePeople(queries);
}
