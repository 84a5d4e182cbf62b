import { Navigate, useParams } from 'react-router';
import { Catalogue, GamePage } from '#features/catalogue/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useSession } from '#lib/network/session.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import styles from './games.module.css';
import { OneGame } from './one-game.tsx';

/** The read-only catalogue for visitors. A member is shown one with more in it. */
export function Store() {
  const { id } = useParams();
  if (useSession()?.activated === true)
    return <Navigate to={id === undefined ? '/games' : `/app/${id}`} replace />;
  return id === undefined ? (
    <Shelves />
  ) : (
    <OneGame back="/store">
      {(game) => <GamePage key={game._id} game={game} who="visitor" base="/store" />}
    </OneGame>
  );
}
function Shelves() {
  usePageTitle('Каталог игр');
  return (
    <div className={styles.page}>
      <PageHead
        title="Каталог игр"
        text="Оценки и отзывы игроков Респы"
        action={
          <ButtonLink to="/register" variant="primary">
            Присоединиться
          </ButtonLink>
        }
      />
      <Catalogue base="/store" />
    </div>
  );
}
