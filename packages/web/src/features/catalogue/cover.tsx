import { pictureSource } from '#lib/browser/media.ts';
import { Picture } from '#ui/media/picture.tsx';
import { Scenery } from '#ui/layout/scenery.tsx';
import type { Card } from './api.ts';
import styles from './cover.module.css';

/** The picture of a game. A game without one gets a generated picture. */
export function Cover({
  game,
  sizes,
  first,
}: {
  game: Pick<Card, '_id' | 'preview'>;
  sizes: string;
  first?: boolean;
}) {
  return (
    <span className={styles.cover}>
      {game.preview === null ? (
        <Scenery seed={game._id} />
      ) : (
        <Picture
          {...pictureSource('gamepreviews', game.preview)}
          fit="cover"
          sizes={sizes}
          first={first}
        />
      )}
    </span>
  );
}
