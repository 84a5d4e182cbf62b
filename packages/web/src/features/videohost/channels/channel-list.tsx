import type { ReactNode } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
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
      <ListState
        list={found}
        isEmpty={channels.length === 0}
        skeleton={<PeopleSkeleton rows={4} avatar={52} />}
        empty={<EmptyState art="people" text={empty} action={action} />}
      />
      <ul className={listStyles.rows}>
        {channels.map((channel) => (
          <ChannelRow key={channel._id} channel={channel} />
        ))}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={3} avatar={52} />} />
    </Card>
  );
}
