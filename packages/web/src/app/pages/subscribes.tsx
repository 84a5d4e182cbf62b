import { useParams, useSearchParams } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { useProfile } from '#features/profile/parts.ts';
import {
  CommunityReaders,
  Subscribes as SubscribesList,
  useCommunity,
} from '#features/communities/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useMyId } from '#lib/network/session.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead, PageHead } from '#ui/layout/page-head.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * Shows what a user follows, or with the id of a community, its followers. Our own links say which
 * of the two the id is.
 */
export function Subscribes() {
  const { id = '' } = useParams();
  const [address] = useSearchParams();
  return address.get('of') === 'public' ? <Readers id={id} key={id} /> : <Reads id={id} key={id} />;
}
function Reads({ id }: { id: string }) {
  const profile = useProfile(id);
  const isMine = useMyId() === id;
  usePageTitle('Подписки');
  if (isMissing(profile.error)) return <Readers id={id} />;
  return (
    <Columns>
      <PageHead
        title={isMine || !profile.data ? 'Подписки' : `Подписки: ${displayName(profile.data.user)}`}
      />
      {profile.isPending ? (
        <Card inset="flush">
          <PeopleSkeleton rows={4} avatar={52} />
        </Card>
      ) : null}
      {profile.isError ? (
        <Card>
          <ErrorState onRetry={() => void profile.refetch()} />
        </Card>
      ) : null}
      {profile.isSuccess ? <SubscribesList userId={id} isMine={isMine} /> : null}
    </Columns>
  );
}
function Readers({ id }: { id: string }) {
  const community = useCommunity(id);
  if (isMissing(community.error))
    return (
      <>
        <HiddenHead title="Подписки" />
        <NotFoundState action={<ButtonLink to="/users">К людям</ButtonLink>} />
      </>
    );
  return (
    <Columns>
      <PageHead
        title="Подписчики"
        text={community.data?.name}
        action={<ButtonLink to={`/public/${id}`}>К группе</ButtonLink>}
      />
      <CommunityReaders publicId={id} />
    </Columns>
  );
}
