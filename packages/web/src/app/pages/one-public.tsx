import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { usePublic } from '#features/publics/parts.ts';
import { ApiError } from '#lib/call.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ErrorState, NotFoundState } from '#ui/empty-state.tsx';
import { HiddenHead } from '#ui/page-head.tsx';
import { ProfileSkeleton } from '../profile-skeleton.tsx';

type Group = NonNullable<ReturnType<typeof usePublic>['data']>;

/** A page about the group of the address; `forStaff` is for those who run it alone. */
export function OnePublic({
  title,
  forStaff = false,
  children,
}: {
  title?: string;
  forStaff?: boolean;
  children: (group: Group) => ReactNode;
}) {
  const { id = '' } = useParams();
  const found = usePublic(id);
  const group = found.data;
  const name = title ?? group?.name ?? 'Группа';
  usePageTitle(name);
  const isRefused =
    (found.error instanceof ApiError && found.error.status === 404) ||
    (forStaff && group !== undefined && group.role !== 'admin' && group.role !== 'editor');
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
  if (found.isError && group === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <ErrorState onRetry={() => void found.refetch()} />
      </>
    );
  if (group === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <ProfileSkeleton />
      </>
    );
  return children(group);
}
