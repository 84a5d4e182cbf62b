import { part } from '#lib/browser/part.tsx';
import styles from './art.module.css';

export type { ArtName } from './art-drawing.tsx';

/**
 * A drawing beside a text that says the same. The drawings load when one is shown; until then its
 * place is empty.
 */
export const Art = part(
  async () => (await import('./art-drawing.tsx')).ArtDrawing,
  () => <span className={styles.place} aria-hidden="true" />,
);
