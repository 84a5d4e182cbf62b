import type { ReactNode } from 'react';
import { InfiniteList } from './infinite-list.tsx';

type MorePagesProps = {
  /** A query whose pages are loaded one after another. */
  found: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** Shown while the next page loads. */
  skeleton?: ReactNode;
};

/** Sits at the end of a list and loads the next page of its query. */
export function MorePages({ found, skeleton }: MorePagesProps) {
  return (
    <InfiniteList
      hasMore={found.hasNextPage}
      isLoading={found.isFetchingNextPage}
      isFailed={found.isFetchNextPageError}
      onMore={() => void found.fetchNextPage()}
      skeleton={skeleton}
    />
  );
}
