import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { videosOf, type VideoCard as Shown, type VideoPage } from './api.ts';
import { VideoCard } from './video-card.tsx';
import styles from './video-grid.module.css';

type VideoGridProps = {
  found: UseInfiniteQueryResult<InfiniteData<VideoPage>>;
  /** The documented text of an empty list, and one next step. */
  empty: string;
  action?: ReactNode;
  /** One below the other, beside the playing video. */
  isColumn?: boolean;
  query?: string;
  without?: string;
  moreOf?: (video: Shown) => readonly MenuItem[];
};

/** A list of videos, each a fifth of the page wide, that loads while there are more. */
export function VideoGrid({
  found,
  empty,
  action,
  isColumn = false,
  query = '',
  without,
  moreOf,
}: VideoGridProps) {
  const videos = videosOf(found.data).filter(({ _id }) => _id !== without);
  return (
    <div className={styles.place}>
      {found.isPending ? <TilesSkeleton tiles={isColumn ? 4 : 10} ratio="300 / 260" /> : null}
      {found.isError && videos.length === 0 ? (
        <ErrorState onRetry={() => void found.refetch()} />
      ) : null}
      {found.isSuccess && videos.length === 0 && !found.hasNextPage ? (
        <EmptyState art="photo" text={empty} action={action} />
      ) : null}
      <div className={classNames(styles.grid, isColumn && styles.column)}>
        {videos.map((video) => (
          <VideoCard
            key={video._id}
            video={video}
            isRow={isColumn}
            heading={isColumn ? 'h3' : 'h2'}
            query={query}
            more={moreOf?.(video) ?? []}
          />
        ))}
      </div>
      <MorePages list={found} skeleton={<TilesSkeleton tiles={5} ratio="300 / 260" />} />
    </div>
  );
}
/** The first few videos of a list, a little wider. */
export function VideoRow({ videos }: { videos: readonly Shown[] }) {
  return (
    <div className={classNames(styles.grid, styles.main)}>
      {videos.map((video) => (
        <VideoCard key={video._id} video={video} />
      ))}
    </div>
  );
}
