import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { PROMOS } from '@respa/contract/limits';
import * as promos from '@respa/contract/promos';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useRemoval } from '#lib/text/removal.ts';
import type { Sending } from '#ui/files/use-sending.ts';
import type { ChartDay } from '#ui/display/day-chart.tsx';

export type Promo = Static<typeof promos.Promo>;

const key = ['promos'] as const;
const oneKey = (id: string) => [...key, 'one', id] as const;
const waitingKey = [...key, 'waiting'] as const;
const statsKey = [...key, 'stats'] as const;

export const useOwn = (userId: string) =>
  useInfiniteQuery({
    queryKey: [...key, 'own', userId],
    queryFn: ({ pageParam }) =>
      call(promos.mine, {
        params: { userId },
        query: { limit: PROMOS.page, ...(pageParam === '' ? {} : { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.ads.at(-1)?._id),
  });
export const usePromo = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: async () => (await call(promos.one, { params: { id } })).ad,
  });

const chartOf = ({ days }: Static<typeof promos.stats.reply>): ChartDay[] =>
  days.map(({ date, views, clicks }) => ({ date, values: [views, clicks] }));
/** Returns daily counts: of one ad, or of all ads of a user. */
export const useDays = (of: { id: string } | { userId: string }) =>
  useQuery({
    queryKey: [...statsKey, of],
    queryFn: async () =>
      chartOf(
        'id' in of
          ? await call(promos.stats, { params: of })
          : await call(promos.ownStats, { params: of }),
      ),
  });

/** Stores the changed ad from the response, and refetches the lists. */
function useChanged() {
  const queries = useQueryClient();
  return (ad: Promo) => {
    queries.setQueryData(oneKey(ad._id), ad);
    return queries.invalidateQueries({
      queryKey: key,
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
  };
}
type NewPromo = {
  title: string;
  text: string;
  link: string;
  dieDate: string;
  file: File;
  sending: Sending;
};
export function useCreate(userId: string) {
  const changed = useChanged();
  return useCreation('promo', {
    create: async ({ file, sending, ...body }: NewPromo, key) =>
      (
        await call(promos.create, {
          params: { userId },
          body,
          files: { file: [file] },
          key,
          ...sending,
        })
      ).ad,
    onSuccess: changed,
  });
}
export function useProlong(id: string) {
  const changed = useChanged();
  return useCreation(`promo-days.${id}`, {
    create: async (dieDate: string, key) =>
      (await call(promos.prolong, { params: { id }, body: { dieDate }, key })).ad,
    onSuccess: changed,
  });
}
export const useRemove = (id: string) =>
  useRemoval(() => call(promos.remove, { params: { id } }), { gone: [oneKey(id)], stale: [key] });

/**
 * Returns the ad to show now. Returns null if none fits; a network failure may be ignored, because
 * no user misses an ad.
 */
export const findNext = async (signal: AbortSignal): Promise<Promo | null> =>
  (await call(promos.next, { signal })).ad;
const ignoreFailure = (work: Promise<unknown>): void => void work.catch(() => {});
/** Counts that an ad was shown to a member. A failure is ignored. */
export const countView = (id: string): void => ignoreFailure(call(promos.view, { params: { id } }));
/** Counts that a member followed an ad's link. */
export const countClick = (id: string): void =>
  ignoreFailure(call(promos.click, { params: { id } }));
export const hide = (id: string) => call(promos.hide, { params: { id } });

export const useWaiting = () =>
  useInfiniteQuery({
    queryKey: waitingKey,
    queryFn: ({ pageParam }) =>
      call(promos.waiting, { query: pageParam === '' ? {} : { after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.ads.at(-1)?._id),
  });
/**
 * Sends the admin's decision: with a reason it rejects the ad, without one it approves it.
 * `onGoing` is called before the ad leaves the queue.
 */
export function useDecide(id: string, onGoing: () => void) {
  const changed = useChanged();
  return useMutation({
    mutationFn: async (reason: string | null) =>
      (
        await (reason === null
          ? call(promos.approve, { params: { id } })
          : call(promos.refuse, { params: { id }, body: { reason } }))
      ).ad,
    onSuccess: (ad) => {
      onGoing();
      return changed(ad);
    },
  });
}
