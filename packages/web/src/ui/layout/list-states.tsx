import type { ReactNode } from 'react';
import { ErrorState } from '#ui/feedback/empty-state.tsx';

type ListStatesProps = {
  /** The query of the list. */
  found: { isPending: boolean; isError: boolean; isSuccess: boolean; refetch: () => unknown };
  /** The list has no rows. */
  isEmpty: boolean;
  skeleton: ReactNode;
  empty: ReactNode;
  /** For a list in a small card. */
  small?: boolean;
};

/** In place of the rows of a list: a wait, an error with a retry button, or that there are none. */
export function ListStates({ found, isEmpty, skeleton, empty, small = false }: ListStatesProps) {
  return (
    <>
      {found.isPending ? skeleton : null}
      {found.isError && isEmpty ? (
        <ErrorState small={small} onRetry={() => void found.refetch()} />
      ) : null}
      {found.isSuccess && isEmpty ? empty : null}
    </>
  );
}
