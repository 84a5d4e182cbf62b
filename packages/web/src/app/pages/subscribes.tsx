import { useParams } from 'react-router';
import { useProfile } from '#features/profile/parts.ts';
import { ApiError } from '#lib/call.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useMyId } from '#lib/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Columns } from '#ui/columns.tsx';
import { EmptyState, ErrorState, NotFoundState } from '#ui/empty-state.tsx';
import { HiddenHead, PageHead } from '#ui/page-head.tsx';
import { PeopleSkeleton } from '#ui/skeleton.tsx';

/** Groups that somebody reads. */
export function Subscribes() {
  const { id = '' } = useParams();
  const profile = useProfile(id);
  const isMine = useMyId() === id;
  usePageTitle('Подписки');
  if (profile.error instanceof ApiError && profile.error.status === 404) return <><HiddenHead title="Подписки" /><NotFoundState action={<ButtonLink to="/users">К людям</ButtonLink>} /></>;
  return (
    <Columns>
      <PageHead title={isMine || !profile.data ? 'Подписки' : `Подписки: ${profile.data.user.name} ${profile.data.user.surname}`} />
      <Card inset="flush">
        {profile.isPending ? <PeopleSkeleton rows={4} /> : null}
        {profile.isError ? <ErrorState onRetry={() => void profile.refetch()} /> : null}
        {profile.isSuccess ? <EmptyState art="people" text={isMine ? 'Вы пока ни на что не подписаны' : 'Здесь пока нет подписок'} /> : null}
      </Card>
    </Columns>
  );
}
