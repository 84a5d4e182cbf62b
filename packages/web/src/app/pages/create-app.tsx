import { ChangedGame, GameRemoval, LandingCard, NewGame } from '#features/catalogue/parts.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { AdminOnly } from './admin-only.tsx';
import { OneGame } from './one-game.tsx';

export function CreateApp() {
  return (
    <AdminOnly title="Новая игра">
      <Columns>
        <PageHead title="Новая игра" />
        <NewGame />
      </Columns>
    </AdminOnly>
  );
}
export function UpdateApp() {
  return (
    <AdminOnly title="Обновление игры">
      <OneGame title="Обновление игры" back="/games">
        {(game) => (
          <Columns key={game._id}>
            <PageHead
              title="Обновление игры"
              text={game.name}
              action={<ButtonLink to={`/app/${game._id}`}>К игре</ButtonLink>}
            />
            <ChangedGame game={game} />
            <LandingCard game={game} />
            <GameRemoval game={game} />
          </Columns>
        )}
      </OneGame>
    </AdminOnly>
  );
}
