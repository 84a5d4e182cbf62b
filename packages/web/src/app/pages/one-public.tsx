import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useCommunity } from '#features/communities/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { ProfileSkeleton } from '../profile-skeleton.tsx';

type Community = NonNullable<ReturnType<typeof useCommunity>['data']>;

/** A page about the community in the address; with `forStaff`, only for its staff. */
export function OneCommunity({
  title,
  forStaff = false,
  children,
}: {
  title?: string;
  forStaff?: boolean;
  children: (community: Community) => ReactNode;
}) {
  const { id = '' } = useParams();
  const found = useCommunity(id);
  const community = found.data;
  const name = title ?? community?.name ?? 'Группа';
  usePageTitle(name);
  const isRefused =
    (found.error instanceof ApiError && found.error.status === 404) ||
    (forStaff &&
      community !== undefined &&
      community.role !== 'admin' &&
      community.role !== 'editor');
  if (isRefused)
    return (
      <>
        <HiddenHead title={name} />
        <NotFoundState
          text="Такой группы нет"
          action={<ButtonLink to="/publics">К группам</ButtonLink>}
        />
      </>
    );
  if (found.isError && community === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <ErrorState onRetry={() => void found.refetch()} />
      </>
    );
  if (community === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <ProfileSkeleton />
      </>
    );
  return children(community);
}
