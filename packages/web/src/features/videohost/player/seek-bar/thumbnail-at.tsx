import { mediaUrl } from '#lib/browser/media.ts';
import type { Video } from '../../api.ts';
import styles from './seek-bar.module.css';

const TILE = { width: 160, height: 90 };

/** The preview picture of a second, cut out of the sprite sheet. */
export function ThumbnailAt({ sprite, second }: { sprite: Video['sprite']; second: number }) {
  if (sprite === null) return null;
  const index = Math.min(sprite.columns * sprite.rows - 1, Math.floor(second / sprite.every));
  const [column, row] = [index % sprite.columns, Math.floor(index / sprite.columns)];
  return (
    <span
      className={styles.picture}
      style={{
        width: TILE.width,
        height: TILE.height,
        backgroundImage: `url("${mediaUrl('videopreviews', sprite.name)}")`,
        backgroundSize: `${sprite.columns * TILE.width}px ${sprite.rows * TILE.height}px`,
        backgroundPosition: `-${column * TILE.width}px -${row * TILE.height}px`,
      }}
    />
  );
}
