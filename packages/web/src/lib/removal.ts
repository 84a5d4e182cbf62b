import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useMutation } from './network/mutation.ts';
import { invalidateTopic, type Topic } from './network/topics.ts';

/** Ends a thing: what was known under `gone` is dropped, what is under `stale` and held the thing is asked for anew. */
export function useRemoval(
  remove: () => Promise<unknown>,
  {
    gone,
    stale = [],
    topic,
  }: { gone: readonly QueryKey[]; stale?: readonly QueryKey[]; topic?: Topic },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: () => {
      for (const queryKey of gone) queries.removeQueries({ queryKey });
      return Promise.all([
        ...stale.map((queryKey) => queries.invalidateQueries({ queryKey })),
        ...(topic === undefined ? [] : [invalidateTopic(queries, topic)]),
      ]);
    },
  });
}
