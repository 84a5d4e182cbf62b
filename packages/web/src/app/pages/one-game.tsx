import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useGame } from '#features/catalogue/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

type Game = NonNullable<ReturnType<typeof useGame>['data']>;
/** A page about the game in the address. */
export function OneGame({
  title,
  back,
  children,
}: {
  title?: string;
  back: string;
  children: (game: Game) => ReactNode;
}) {
  const { id = '' } = useParams();
  const found = useGame(id);
  const game = found.data;
  const name = title ?? game?.name ?? 'Игра';
  usePageTitle(name);
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <>
        <HiddenHead title={name} />
        <NotFoundState
          text="Такой игры нет"
          action={<ButtonLink to={back}>К каталогу</ButtonLink>}
        />
      </>
    );
  if (found.isError && game === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <ErrorState onRetry={() => void found.refetch()} />
      </>
    );
  if (game === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <PageSkeleton />
      </>
    );
  return children(game);
}
