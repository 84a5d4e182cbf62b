import { GamePage } from '#features/catalogue/parts.ts';
import { useMe } from '#features/profile/parts.ts';
import { OneGame } from './one-game.tsx';

export function App() {
  const isAdmin = useMe().data?.isAdmin === true;
  return (
    <OneGame back="/games">
      {(game) => (
        <GamePage key={game._id} game={game} who={isAdmin ? 'admin' : 'member'} base="/games" />
      )}
    </OneGame>
  );
}
