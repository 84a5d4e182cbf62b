import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import type { Card, useGames } from './api.ts';
import { GameTile } from './game-tile.tsx';
import styles from './games-list.module.css';

type List = Pick<
  ReturnType<typeof useGames>,
  'isPending' | 'isError' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'hasNextPage'
> & { refetch: () => unknown; fetchNextPage: () => unknown };

/** Games as tiles; more are loaded while the user scrolls. */
export function GameTiles({ list, games, base }: { list: List; games: Card[]; base: string }) {
  return (
    <>
      {list.isPending ? <TilesSkeleton tiles={8} ratio="3 / 4" /> : null}
      {list.isError && games.length === 0 ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : null}
      <ul className={styles.tiles}>
        {games.map((game) => (
          <GameTile key={game._id} game={game} base={base} />
        ))}
      </ul>
      <MorePages list={list} skeleton={<TilesSkeleton tiles={4} ratio="3 / 4" />} />
    </>
  );
}
