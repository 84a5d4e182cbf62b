import { useCallback } from 'react';
import {
  useMutation as useQueryMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';

/** What one press does with the answer, beside what the mutation does with every answer. */
type ObservedError<Data> = {
  onSuccess?: (data: Data) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};
/** In each of its states, so that what is known of one is known to the types. */
type Heard<State, Data, Input> = State extends unknown
  ? Omit<State, 'mutate'> & { mutate: (input: Input, observing?: ObservedError<Data>) => void }
  : never;
export type Mutation<Data, Input> = Heard<
  UseMutationResult<Data, Error, Input, unknown>,
  Data,
  Input
>;

/**
 * React Query's, but each press hears its answer, also where what was pressed is gone by then: the row of a list that has been read anew says
 * that it was taken out, and why it was not. Where to go then is asked of `useNavigate` beside it, which leads nobody away from another screen.
 */
export function useMutation<Data, Input = void, Kept = unknown>(
  options: UseMutationOptions<Data, Error, Input, Kept>,
): Mutation<Data, Input> {
  const mutation = useQueryMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (input: Input, { onSuccess, onError, onSettled }: ObservedError<Data> = {}) => {
      mutateAsync(input)
        .then(onSuccess, onError ?? (() => {}))
        .finally(onSettled);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate } as Mutation<Data, Input>;
}
