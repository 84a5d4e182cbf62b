import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { ChangedGame, GameRemoval, LandingCard, NewGame } from '#features/catalogue/parts.ts';
import { useMe } from '#features/profile/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { HiddenHead, PageHead } from '#ui/page-head.tsx';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { OneGame } from './one-game.tsx';

/** Others are at home instead, as with the admin's own page. */
function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  const isAdmin = useMe().data?.isAdmin;
  if (isAdmin === undefined) return <><HiddenHead title={title} /><PageSkeleton /></>;
  return isAdmin ? children : <Navigate to="/home" replace />;
}
export function CreateApp() {
  return <AdminOnly title="Новая игра"><Columns><PageHead title="Новая игра" /><NewGame /></Columns></AdminOnly>;
}
export function UpdateApp() {
  return (
    <AdminOnly title="Обновление игры">
      <OneGame title="Обновление игры" back="/games">
        {(game) => (
          <Columns key={game._id}>
            <PageHead title="Обновление игры" text={game.name} action={<ButtonLink to={`/app/${game._id}`}>К игре</ButtonLink>} />
            <ChangedGame game={game} />
            <LandingCard game={game} />
            <GameRemoval game={game} />
          </Columns>
        )}
      </OneGame>
    </AdminOnly>
  );
}
