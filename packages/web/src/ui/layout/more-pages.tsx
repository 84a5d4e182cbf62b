import type { ReactNode } from 'react';
import { InfiniteList } from './infinite-list.tsx';

/** The state of a list that loads page by page, as a query keeps it. */
export type PagedList = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** Sits at the end of a paged list and loads its next page. */
export function MorePages({ list, skeleton }: { list: PagedList; skeleton?: ReactNode }) {
  return (
    <InfiniteList
      hasMore={list.hasNextPage}
      isLoading={list.isFetchingNextPage}
      isFailed={list.isFetchNextPageError}
      onMore={() => void list.fetchNextPage()}
      skeleton={skeleton}
    />
  );
}
