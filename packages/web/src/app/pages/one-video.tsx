import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useChannel, useVideo } from '#features/videohost/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

type Video = NonNullable<ReturnType<typeof useVideo>['data']>;
type Channel = NonNullable<ReturnType<typeof useChannel>['data']>;
type Found<Thing> = {
  data: Thing | undefined;
  error: unknown;
  isError: boolean;
  refetch: () => unknown;
};
type OneProps<Thing> = {
  title?: string;
  forStaff?: boolean;
  children: (thing: Thing) => ReactNode;
};

/**
 * A page about the video in the address; with `forStaff`, only for those who manage its channel.
 */
export function OneVideo({ title, forStaff = false, children }: OneProps<Video>) {
  const found = useVideo(useParams()['id'] ?? '');
  return (
    <One
      found={found}
      name={title ?? found.data?.title ?? 'Видео'}
      missing="Такого видео нет"
      isRefused={forStaff && found.data?.role === 'reader'}
    >
      {children}
    </One>
  );
}
/** A page about the channel in the address; with `forStaff`, only for its owner. */
export function OneChannel({ title, forStaff = false, children }: OneProps<Channel>) {
  const found = useChannel(useParams()['id'] ?? '');
  return (
    <One
      found={found}
      name={title ?? found.data?.name ?? 'Канал'}
      missing="Такого канала нет"
      isRefused={forStaff && found.data !== undefined && found.data.role !== 'admin'}
    >
      {children}
    </One>
  );
}
function One<Thing>({
  found,
  name,
  missing,
  isRefused,
  children,
}: {
  found: Found<Thing>;
  name: string;
  missing: string;
  isRefused: boolean;
  children: (thing: Thing) => ReactNode;
}) {
  usePageTitle(name);
  const isMissing = isRefused || (found.error instanceof ApiError && found.error.status === 404);
  if (isMissing)
    return (
      <>
        <HiddenHead title={name} />
        <NotFoundState text={missing} action={<ButtonLink to="/videohost">К видео</ButtonLink>} />
      </>
    );
  if (found.isError && found.data === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <ErrorState onRetry={() => void found.refetch()} />
      </>
    );
  if (found.data === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <PageSkeleton />
      </>
    );
  return children(found.data);
}
