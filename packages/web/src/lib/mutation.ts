import { useCallback } from 'react';
import {
  useMutation as useQueryMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';

/** What one press does with the answer, beside what the mutation does with every answer. */
type Heeding<Data> = {
  onSuccess?: (data: Data) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};
/** In each of its states, so that what is known of one is known to the types. */
type Heard<State, Data, Given> = State extends unknown
  ? Omit<State, 'mutate'> & { mutate: (given: Given, heeding?: Heeding<Data>) => void }
  : never;
export type Mutation<Data, Given> = Heard<
  UseMutationResult<Data, Error, Given, unknown>,
  Data,
  Given
>;

/**
 * React Query's, but each press hears its answer, also where what was pressed is gone by then: the row of a list that has been read anew says
 * that it was taken out, and why it was not. Where to go then is asked of `useNavigate` beside it, which leads nobody away from another screen.
 */
export function useMutation<Data, Given = void, Kept = unknown>(
  options: UseMutationOptions<Data, Error, Given, Kept>,
): Mutation<Data, Given> {
  const mutation = useQueryMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (given: Given, { onSuccess, onError, onSettled }: Heeding<Data> = {}) => {
      mutateAsync(given)
        .then(onSuccess, onError ?? (() => {}))
        .finally(onSettled);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate } as Mutation<Data, Given>;
}
