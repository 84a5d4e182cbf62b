import type { ReactNode } from 'react';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import type { ArtName } from '#ui/feedback/art.tsx';

type Found = {
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};
type AdminListProps = {
  found: Found;
  isEmpty: boolean;
  empty: { art: ArtName; text: string; more?: string };
  children: ReactNode;
};

/** The states of an admin list: loading, empty, failed, loading the next page. */
export function AdminList({ found, isEmpty, empty, children }: AdminListProps) {
  return (
    <>
      {found.isPending ? <PeopleSkeleton rows={5} avatar={40} /> : null}
      {found.isError && isEmpty ? <ErrorState onRetry={() => void found.refetch()} /> : null}
      {found.isSuccess && isEmpty ? <EmptyState {...empty} /> : null}
      {children}
      <InfiniteList
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        isFailed={found.isFetchNextPageError}
        onMore={() => void found.fetchNextPage()}
        skeleton={<PeopleSkeleton rows={2} avatar={40} />}
      />
    </>
  );
}
