import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as catalogue from '@respa/contract/catalogue';
import type { GameSort, GameStatus } from '@respa/contract/catalogue';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';

export type Card = Static<typeof catalogue.GameCard>;
export type Game = Static<typeof catalogue.Game>;
export type Version = Static<typeof catalogue.GameVersion>;
export type Passport = Static<typeof catalogue.Passport>;
/** The parameters of a list: search words, an order, labels to require and labels to exclude. */
export type Wanted = {
  q: string;
  sort: GameSort;
  including: readonly string[];
  excluding: readonly string[];
};

export const gamesKey = ['games'] as const;
export const oneKey = (id: string) => [...gamesKey, 'one', id] as const;
const mineKey = [...gamesKey, 'mine'] as const;
const LIST = 30;
const from = (before: string) => (before === '' ? {} : { before });

export const useGames = ({ q, sort, including, excluding }: Wanted) =>
  useInfiniteQuery({
    queryKey: [...gamesKey, 'list', q, sort, including.join(), excluding.join()],
    queryFn: ({ pageParam, signal }) =>
      call(catalogue.list, {
        query: {
          limit: LIST,
          sort,
          ...(q === '' ? {} : { q }),
          ...(including.length === 0 ? {} : { with: including.join() }),
          ...(excluding.length === 0 ? {} : { without: excluding.join() }),
          ...from(pageParam),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.games.at(-1)?._id),
    placeholderData: (previous) => previous,
  });
/** Returns the few games that match the text typed into the site's search. */
export const findGames = async (q: string, limit: number, signal: AbortSignal): Promise<Card[]> =>
  (await call(catalogue.list, { query: { q, limit, sort: 'popular' }, signal })).games;
export const gameSearchKey = (query: string) => [...gamesKey, 'search', query] as const;
export const useLabels = () =>
  useQuery({
    queryKey: [...gamesKey, 'labels'],
    queryFn: async () => (await call(catalogue.labels)).labels,
  });
export const useMine = (status: GameStatus) =>
  useInfiniteQuery({
    queryKey: [...mineKey, status],
    queryFn: ({ pageParam }) =>
      call(catalogue.mine, { params: { status }, query: from(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.games.at(-1)?._id),
  });
export const useGame = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: async () => (await call(catalogue.one, { params: { id } })).game,
  });
export const useVersions = (id: string, isEnabled: boolean) =>
  useInfiniteQuery({
    queryKey: [...oneKey(id), 'versions'],
    queryFn: ({ pageParam }) =>
      call(catalogue.versions, { params: { id }, query: from(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.versions.at(-1)?._id),
    enabled: isEnabled,
  });
export const useGameFriends = (id: string) =>
  useQuery({
    queryKey: [...oneKey(id), 'friends'],
    queryFn: () => call(catalogue.friends, { params: { id } }),
  });

/** Changes a game in its own query. Lists are refetched when they are shown again. */
function useChange(id: string) {
  const queries = useQueryClient();
  return (change: Partial<Game>) => {
    queries.setQueryData<Game>(oneKey(id), (game) => game && { ...game, ...change });
    void queries.invalidateQueries({ queryKey: [...gamesKey, 'list'], refetchType: 'none' });
  };
}
export function useRate(id: string) {
  const change = useChange(id);
  return useMutation({
    mutationFn: (rating: number | null) =>
      rating === null
        ? call(catalogue.unrate, { params: { id } })
        : call(catalogue.rate, { params: { id, rating } }),
    onSuccess: (answer) => change(answer),
  });
}
export function useSetStatus(id: string) {
  const queries = useQueryClient();
  const change = useChange(id);
  return useMutation({
    mutationFn: (status: GameStatus | null) =>
      call(catalogue.setStatus, { params: { id }, body: status === null ? {} : { status } }),
    onSuccess: (answer) => {
      change(answer);
      return queries.invalidateQueries({ queryKey: mineKey });
    },
  });
}
export function useCountComments(id: string) {
  const queries = useQueryClient();
  return (by: number) =>
    queries.setQueryData<Game>(
      oneKey(id),
      (game) => game && { ...game, commentsCount: Math.max(0, game.commentsCount + by) },
    );
}
