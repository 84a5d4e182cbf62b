import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useMutation } from './network/mutation.ts';

/** Ends a thing: what was known under `gone` is dropped, what is under `stale` and held the thing is asked for anew. */
export function useRemoval(
  remove: () => Promise<unknown>,
  { gone, stale = [] }: { gone: readonly QueryKey[]; stale?: readonly QueryKey[] },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: () => {
      for (const queryKey of gone) queries.removeQueries({ queryKey });
      return Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
}
