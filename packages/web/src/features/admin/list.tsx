import type { ReactNode } from 'react';
import { ListState, type LoadedList } from '#ui/feedback/list-state.tsx';
import { MorePages, type PagedList } from '#ui/layout/more-pages.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import type { ArtName } from '#ui/feedback/art.tsx';

type AdminListProps = {
  found: LoadedList & PagedList;
  isEmpty: boolean;
  empty: { art: ArtName; text: string; more?: string };
  children: ReactNode;
};

/** The states of an admin list: loading, empty, failed, loading the next page. */
export function AdminList({ found, isEmpty, empty, children }: AdminListProps) {
  return (
    <>
      <ListState
        list={found}
        isEmpty={isEmpty}
        skeleton={<PeopleSkeleton rows={5} avatar={40} />}
        empty={<EmptyState {...empty} />}
      />
      {children}
      <MorePages list={found} skeleton={<PeopleSkeleton rows={2} avatar={40} />} />
    </>
  );
}
