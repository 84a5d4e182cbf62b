import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useSubscribes } from './api.ts';
import { CommunityRow } from './community-row.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

/** Lists what a user follows. */
export function Subscribes({ userId, isMine }: { userId: string; isMine: boolean }) {
  const found = useSubscribes(userId);
  const communities = found.data?.pages.flatMap((page) => page.subscribes) ?? [];
  return (
    <Card inset="flush">
      <ListState
        list={found}
        isEmpty={communities.length === 0}
        skeleton={<PeopleSkeleton rows={4} avatar={52} />}
        empty={
          <EmptyState
            art="people"
            text={isMine ? 'Вы пока ни на что не подписаны' : 'Здесь пока нет подписок'}
            action={
              isMine ? (
                <ButtonLink to="/publics" variant="primary">
                  Найти группы
                </ButtonLink>
              ) : undefined
            }
          />
        }
      />
      <ul className={listStyles.rows}>
        {communities.map((community) => (
          <CommunityRow key={community._id} community={community}>
            <SubscribeButton community={community} size="small" />
          </CommunityRow>
        ))}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={3} avatar={52} />} />
    </Card>
  );
}
