import type { Static } from 'typebox';
import type { Repost } from '@respa/contract/sharing';
import { IconLock } from '#ui/icons.ts';
import { ObjectView } from './object-view.tsx';
import styles from './repost.module.css';

/** What a post shares. Of an original that is gone or hidden from the reader, it shows nothing. */
export function RepostCard({ repost: { card } }: { repost: Static<typeof Repost> }) {
  if (card === null)
    return (
      <p className={styles.gone}>
        <IconLock size={18} aria-hidden="true" />
        Запись удалена или доступна не всем
      </p>
    );
  return (
    <section className={styles.repost} aria-label="Чем поделились">
      <ObjectView card={card} />
    </section>
  );
}
