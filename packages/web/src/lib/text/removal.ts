import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useMutation } from '#lib/network/mutation.ts';
import { invalidateTopic, type Topic } from '#lib/network/topics.ts';

/**
 * Deletes an object: drops the queries under `gone` and refetches those under `stale`, which
 * contained the object.
 */
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
