import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as home from '@respa/contract/home';
import { call } from '#lib/network/call.ts';
import { KEPT } from '#lib/network/keep-answers.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { dependOn } from '#lib/network/topics.ts';

export type FirstSteps = Static<typeof home.FirstSteps>;
export type Overview = Awaited<ReturnType<typeof askOverview>>;
export type PopularItem = NonNullable<ReturnType<typeof usePopular>['data']>[number];
const askOverview = () => call(home.overview);
const homeKey = ['home'] as const;
const overviewKey = [...homeKey, 'overview'] as const;
dependOn('people', homeKey);

/** The numbers, the friends online and the first steps of the home page. */
export const useOverview = () =>
  useQuery({ queryKey: overviewKey, meta: KEPT, queryFn: askOverview, refetchOnMount: 'always' });
/** What is popular among people and communities that the member does not follow. */
export const usePopular = () =>
  useQuery({
    queryKey: [...homeKey, 'popular'],
    meta: KEPT,
    queryFn: async () => (await call(home.popular)).items,
  });
/** Hides the first steps for good, at once on the screen. */
export function useDismissSteps() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(home.dismissSteps),
    onMutate: () => {
      const before = queries.getQueryData<Overview>(overviewKey);
      queries.setQueryData<Overview>(overviewKey, (now) => now && { ...now, steps: null });
      return before;
    },
    onError: (_error, _input, before) => queries.setQueryData(overviewKey, before),
  });
}
