import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as catalogue from '@respa/contract/catalogue';
import * as board from '@respa/contract/classifieds';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as classifiedSearches from '@respa/contract/classified-searches';
import type { AdSort as Sort } from '@respa/contract/classifieds';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useRemoval } from '#lib/text/removal.ts';
import type { Sending } from '#ui/files/use-sending.ts';

export type Card = Static<typeof board.AdCard>;
export type Offer = Static<typeof board.Ad>;
export type Passport = NonNullable<Offer['passport']>;
export type SavedSearch = Static<typeof classifiedSearches.SavedSearch>;
export type { Sort };
/** The search parameters; an empty value matches anything. */
export type Wanted = {
  q: string;
  game: string;
  from: number | null;
  to: number | null;
  pictures: boolean;
  sort: Sort;
  user?: string;
};

const boardKey = ['board'] as const;
const oneKey = (id: string) => [...boardKey, 'one', id] as const;
const searchesKey = [...boardKey, 'searches'] as const;
const favouritesKey = [...boardKey, 'favourites'] as const;
const limit = CLASSIFIEDS.page;
type Page = { ads: Card[]; isLast: boolean };
const nextOf = (page: Page) => (page.isLast ? undefined : page.ads.at(-1)?._id);
/**
 * The cursor of a list in any order. It includes the price that was shown, because an offer may
 * have been repriced or deleted since.
 */
type Cursor = { before?: string; beforePrice?: number };
const placeAfter = (page: Page): Cursor | undefined => {
  const last = page.ads.at(-1);
  return page.isLast || last === undefined
    ? undefined
    : { before: last._id, beforePrice: last.price };
};
const from = (before: string) => (before === '' ? {} : { before });

const queryOf = ({ q, game, from: least, to, pictures, sort, user }: Wanted) => ({
  sort,
  ...(q === '' ? {} : { q }),
  ...(game === '' ? {} : { game }),
  ...(least === null ? {} : { from: least }),
  ...(to === null ? {} : { to }),
  ...(pictures ? { pictures: 'true' as const } : {}),
  ...(user === undefined ? {} : { user }),
});
export const useOffers = (wanted: Wanted) =>
  useInfiniteQuery({
    queryKey: [...boardKey, 'list', queryOf(wanted)],
    queryFn: ({ pageParam, signal }) =>
      call(board.list, { query: { limit, ...queryOf(wanted), ...pageParam }, signal }),
    initialPageParam: {} as Cursor,
    getNextPageParam: placeAfter,
    placeholderData: (previous) => previous,
  });
export const useNewest = () =>
  useInfiniteQuery({
    queryKey: [...boardKey, 'new'],
    queryFn: ({ pageParam }) =>
      call(board.newest, { body: {}, query: { limit, ...from(pageParam) } }),
    initialPageParam: '',
    getNextPageParam: nextOf,
  });
export const useMine = () =>
  useInfiniteQuery({
    queryKey: [...boardKey, 'mine'],
    queryFn: ({ pageParam }) => call(board.mine, { query: from(pageParam) }),
    initialPageParam: '',
    getNextPageParam: nextOf,
  });
export const useFavourites = () =>
  useInfiniteQuery({
    queryKey: favouritesKey,
    queryFn: ({ pageParam }) => call(classifiedFavourites.favourites, { query: from(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
  });
export const useOffer = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: async () => (await call(board.one, { params: { id } })).ad,
  });
/** Returns the few offers that match the text typed into the site's search. */
export const findOffers = async (q: string, few: number, signal: AbortSignal): Promise<Card[]> =>
  (await call(board.list, { query: { q, limit: few, count: 'no' }, signal })).ads;
/** Returns the names of catalogue games that match the typed text. */
export const useGameNames = (q: string) =>
  useQuery({
    queryKey: [...boardKey, 'games', q],
    queryFn: async ({ signal }) =>
      (await call(catalogue.list, { query: { q, limit: 8, sort: 'popular' }, signal })).games.map(
        ({ name }) => name,
      ),
    enabled: q !== '',
    staleTime: 300_000,
    placeholderData: (previous) => previous,
  });

/** Stores the changed offer from the response, and refetches the lists. */
function useChanged() {
  const queries = useQueryClient();
  return (offer: Offer) => {
    queries.setQueryData(oneKey(offer._id), offer);
    return queries.invalidateQueries({
      queryKey: boardKey,
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
  };
}
type Written = {
  title: string;
  description: string;
  mentions?: string;
  price: string;
  game: string;
  phone: string;
  passport: string;
  files: File[];
  sending: Sending;
};
export function useCreate() {
  const changed = useChanged();
  return useCreation('offer', {
    create: async ({ files, sending, ...body }: Written & { dieDate: string }, key) =>
      (await call(board.create, { body, files: { file: files }, key, ...sending })).ad,
    onSuccess: changed,
  });
}
export function useEdit(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: async ({ files, sending, keep, ...body }: Written & { keep: string[] }) =>
      (
        await call(board.edit, {
          params: { id },
          body: { ...body, keep: JSON.stringify(keep) },
          files: { file: files },
          ...sending,
        })
      ).ad,
    onSuccess: changed,
  });
}
export function useProlong(id: string) {
  const changed = useChanged();
  return useCreation(`offer-days.${id}`, {
    create: async (days: string, key) =>
      (await call(board.prolong, { params: { id }, body: { dieDate: days }, key })).ad,
    onSuccess: changed,
  });
}
export function useClose(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: async () => (await call(board.close, { params: { id } })).ad,
    onSuccess: changed,
  });
}
export const useRemove = (id: string) =>
  useRemoval(() => call(board.remove, { params: { id } }), {
    gone: [oneKey(id)],
    stale: [boardKey],
  });
export const usePhone = (id: string) =>
  useMutation({ mutationFn: async () => (await call(board.phone, { params: { id } })).phone });
/** Counts a view by a member. A failure is ignored. */
export const countLook = (id: string): Promise<unknown> =>
  call(board.click, { params: { id } }).catch(() => {});

export function useMark(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) =>
      call(isOn ? classifiedFavourites.addFavourite : classifiedFavourites.removeFavourite, {
        params: { id },
      }),
    onSuccess: ({ isFavourite }) => {
      queries.setQueryData<Offer>(oneKey(id), (offer) => offer && { ...offer, isFavourite });
      queries.setQueriesData<{ pages: Page[] }>(
        {
          queryKey: boardKey,
          predicate: ({ queryKey }) =>
            ['list', 'new', 'favourites'].includes(queryKey[1] as string),
        },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              ads: page.ads.map((one) => (one._id === id ? { ...one, isFavourite } : one)),
            })),
          },
      );
      // An offer that was just unmarked stays visible until the list is opened again.
      return queries.invalidateQueries({ queryKey: favouritesKey, refetchType: 'none' });
    },
  });
}

export const useSearches = () =>
  useQuery({
    queryKey: searchesKey,
    queryFn: async () => (await call(classifiedSearches.searches)).searches,
  });
export function useSaveSearch() {
  const queries = useQueryClient();
  return useCreation('offer-search', {
    create: async ({ q, game, from: least, to, pictures }: Wanted, key) =>
      (
        await call(classifiedSearches.saveSearch, {
          key,
          body: {
            ...(q === '' ? {} : { q }),
            ...(game === '' ? {} : { game }),
            ...(least === null ? {} : { from: least }),
            ...(to === null ? {} : { to }),
            pictures,
          },
        })
      ).search,
    onSuccess: () => queries.invalidateQueries({ queryKey: searchesKey }),
  });
}
export function useRemoveSearch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(classifiedSearches.removeSearch, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: searchesKey }),
  });
}
