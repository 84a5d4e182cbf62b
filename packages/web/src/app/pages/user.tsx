import { Navigate, useParams } from 'react-router';
import { displayName } from '@respa/contract/characters';
import {
  CommonBlock,
  FriendsBlock,
  GamesBlock,
  PhotosBlock,
  ProfileHead,
  SubscribesBlock,
  SuspendedNotice,
  useFacts,
  useMe,
  useProfile,
  useVisit,
} from '#features/profile/parts.ts';
import { OwnWall, PostComposer, Wall } from '#features/wall/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useIsWide } from '#lib/browser/use-wide.ts';
import { useMyId } from '#lib/network/session.ts';
import { useUnreadNotifications } from '#features/notifications/parts.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { OwnActions } from './profile/own-actions.tsx';
import { PersonActions } from './profile/person-actions.tsx';
import { ProfileSkeleton } from '../profile-skeleton.tsx';
import styles from './user.module.css';

export function User() {
  const { id = '' } = useParams();
  return <PersonPage id={id} key={id} />;
}
/** Redirects /my/{id} to /user/{id}. */
export function My() {
  return <Navigate to={`/user/${useParams()['id'] ?? ''}`} replace />;
}

function PersonPage({ id }: { id: string }) {
  const profile = useProfile(id);
  const facts = useFacts(id).data;
  const isWide = useIsWide();
  const isMine = useMyId() === id;
  const unread = useUnreadNotifications();
  const isAdmin = useMe().data?.isAdmin === true;
  const user = profile.data?.user;
  const name = user ? displayName(user) : 'Страница';
  usePageTitle(name);
  useVisit(id, !isMine && user !== undefined);
  const isNotFound = profile.error instanceof ApiError && profile.error.status === 404;
  if (isNotFound || !profile.data)
    return (
      <>
        <HiddenHead title={name} />
        {isNotFound ? (
          <NotFoundState action={<ButtonLink to="/users">К людям</ButtonLink>} />
        ) : profile.isError ? (
          <ErrorState onRetry={() => void profile.refetch()} />
        ) : (
          <ProfileSkeleton />
        )}
      </>
    );
  const composer = isMine ? (
    <PostComposer me={{ id, avatarUrl: profile.data.user.avatarUrl }} />
  ) : null;
  return (
    <div className={styles.profile}>
      <ProfileHead profile={profile.data} facts={facts} isMine={isMine}>
        {isMine ? (
          <OwnActions isAdmin={isAdmin} unread={unread} />
        ) : (
          <PersonActions id={id} name={name} profile={profile.data} />
        )}
      </ProfileHead>
      {profile.data.standing.isSuspended ? <SuspendedNotice /> : null}
      {isWide ? null : composer}
      <div className={styles.columns}>
        <Stack>
          {facts === undefined ? null : <CommonBlock common={facts.common} />}
          {facts === undefined ? null : <GamesBlock games={facts.games} isMine={isMine} />}
          <FriendsBlock profile={profile.data} isMine={isMine} />
          <SubscribesBlock profile={profile.data} isMine={isMine} />
        </Stack>
        <Stack>
          {isWide ? composer : null}
          <PhotosBlock profile={profile.data} isMine={isMine} />
          {isMine ? <OwnWall userId={id} /> : <Wall userId={id} />}
        </Stack>
      </div>
    </div>
  );
}
