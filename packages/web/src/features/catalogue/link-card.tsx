import { Scenery } from '#ui/layout/scenery.tsx';
import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { useGame } from './api.ts';
import { coverOf, meanOf, votesOf } from './words.ts';

/** A card for a game that a message links to. */
export function GameLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={useGame(id)}
      label="игру"
      show={(game) => {
        const cover = coverOf(game);
        return {
          title: game.name,
          text: game.votes === 0 ? 'Игра' : `${meanOf(game)}, ${votesOf(game.votes)}`,
          picture:
            cover === null ? (
              <Scenery seed={game._id} />
            ) : (
              <img src={cover} alt="" width={56} height={56} />
            ),
        };
      }}
    />
  );
}
