import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { IconSettings } from '#ui/icons.ts';
import type { Pack } from './api.ts';
import { PackCover } from './sticker-image.tsx';
import styles from './panel.module.css';

type PackStripProps = {
  packs: readonly Pack[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** Stands before the packs and chooses none of them. */
  first?: ReactNode;
};
/** The packs of a panel in a row, and the link to where they are managed. */
export function PackStrip({ packs, chosen, onChoose, first }: PackStripProps) {
  const item = (id: string | null, label: string, picture: ReactNode) => (
    <button
      key={id}
      type="button"
      className={classNames(styles.pack, chosen === id && styles.chosen)}
      aria-pressed={chosen === id}
      aria-label={label}
      title={label}
      onClick={() => onChoose(id)}
    >
      {picture}
    </button>
  );
  return (
    <div className={styles.strip}>
      <div className={styles.packs} role="group" aria-label="Наборы">
        {first === undefined ? null : item(null, 'Обычные эмодзи', first)}
        {packs.map(({ _id, title, cover }) => item(_id, title, <PackCover cover={cover} />))}
      </div>
      <Link to="/stickers" className={styles.manage} aria-label="Мои наборы" title="Мои наборы">
        <IconSettings size={20} aria-hidden="true" />
      </Link>
    </div>
  );
}
