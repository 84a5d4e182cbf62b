import type { ReactNode } from 'react';
import { ErrorState } from './empty-state.tsx';

/** The state of a list that is loaded, as a query keeps it. */
export type LoadedList = {
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  refetch: () => unknown;
};
type ListStateProps = {
  list: LoadedList;
  isEmpty: boolean;
  skeleton: ReactNode;
  /** Shown when the list is loaded and empty. */
  empty: ReactNode;
  /** Less padding, for a list inside a card. */
  small?: boolean | undefined;
};

/** Stands in for a list that is loading, could not be loaded or is empty. */
export function ListState({ list, isEmpty, skeleton, empty, small }: ListStateProps) {
  if (list.isPending) return skeleton;
  if (!isEmpty) return null;
  if (list.isError) return <ErrorState small={small} onRetry={() => void list.refetch()} />;
  return list.isSuccess ? empty : null;
}
