import type { ReactNode } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useChannels, type ChannelListName } from '../api.ts';
import { ChannelRow } from './channel-row.tsx';

/** A list of channels. An empty one shows the documented text. */
export function ChannelList({
  name,
  q = '',
  empty = 'Здесь пока нет каналов',
  action,
}: {
  name: ChannelListName;
  q?: string;
  empty?: string;
  action?: ReactNode;
}) {
  const found = useChannels(name, q);
  const channels = found.data?.pages.flatMap((page) => page.channels) ?? [];
  return (
    <Card inset="flush">
      {found.isPending ? <PeopleSkeleton rows={4} avatar={52} /> : null}
      {found.isError && channels.length === 0 ? (
        <ErrorState onRetry={() => void found.refetch()} />
      ) : null}
      {found.isSuccess && channels.length === 0 ? (
        <EmptyState art="people" text={empty} action={action} />
      ) : null}
      <ul className={listStyles.rows}>
        {channels.map((channel) => (
          <ChannelRow key={channel._id} channel={channel} />
        ))}
      </ul>
      <InfiniteList
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        isFailed={found.isFetchNextPageError}
        onMore={() => void found.fetchNextPage()}
        skeleton={<PeopleSkeleton rows={3} avatar={52} />}
      />
    </Card>
  );
}
