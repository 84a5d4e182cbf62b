import { useCallback } from 'react';
import {
  useMutation as useQueryMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';

/**
 * What one call of `mutate` does with the result, in addition to what the mutation does with every
 * result.
 */
export type CallHandlers<Data> = {
  onSuccess?: (data: Data) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};
/**
 * Distributes over the states of a mutation, so that the types keep what is known of each state.
 */
type WithMutate<State, Data, Input> = State extends unknown
  ? Omit<State, 'mutate'> & { mutate: (input: Input, handlers?: CallHandlers<Data>) => void }
  : never;
export type Mutation<Data, Input> = WithMutate<
  UseMutationResult<Data, Error, Input, unknown>,
  Data,
  Input
>;

/**
 * React Query's mutation, except that each call of `mutate` receives its result even when the
 * component that called it is unmounted. Why: the row of a list that has been refetched still
 * reports
 * that it was removed, or why it was not. Use `useNavigate` from this folder for navigation in the
 * callbacks: it does nothing once the member has left the page.
 */
export function useMutation<Data, Input = void, Stored = unknown>(
  options: UseMutationOptions<Data, Error, Input, Stored>,
): Mutation<Data, Input> {
  const mutation = useQueryMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (input: Input, { onSuccess, onError, onSettled }: CallHandlers<Data> = {}) => {
      mutateAsync(input)
        .then(onSuccess, onError ?? (() => {}))
        .finally(onSettled);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate } as Mutation<Data, Input>;
}
