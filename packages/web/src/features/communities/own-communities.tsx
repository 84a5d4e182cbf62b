import { IconPlus } from '#ui/icons.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useOwnCommunities } from './api.ts';
import { CommunityRow } from './community-row.tsx';

/** The communities that the member administers or edits. */
export function OwnCommunities() {
  const own = useOwnCommunities();
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Мои группы" {...(own.data ? { count: own.data.length } : {})} />
      </div>
      {own.isPending ? <PeopleSkeleton rows={2} avatar={52} /> : null}
      {own.isError && !own.data ? <ErrorState small onRetry={() => void own.refetch()} /> : null}
      {own.data?.length === 0 ? (
        <EmptyState
          small
          art="post"
          text="Вы пока не ведёте групп"
          more="Соберите в группе тех, кто играет в то же."
        />
      ) : null}
      <ul className={listStyles.rows}>
        {own.data?.map((community) => (
          <CommunityRow key={community._id} community={community} />
        ))}
      </ul>
      <p className={listStyles.search}>
        <ButtonLink to="/createpublic" wide icon={<IconPlus size={18} aria-hidden="true" />}>
          Создать группу
        </ButtonLink>
      </p>
    </Card>
  );
}
