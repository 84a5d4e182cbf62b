import { IconAlertTriangle } from '#ui/icons.ts';
import type { Offer } from './api.ts';
import styles from './suspicion-card.module.css';
import { WARNING_WORDS } from './words.ts';

/** Warns about signs of fraud in an offer, to the reader or to the author. */
export function SuspicionCard({
  found,
  to,
}: {
  found: Offer['warnings'];
  to: 'reader' | 'author';
}) {
  return (
    <div role="status">
      {found.length === 0 ? null : (
        <div className={styles.card}>
          <IconAlertTriangle size={22} aria-hidden="true" />
          <div>
            <p className={styles.title}>
              {to === 'reader' ? 'Будьте осторожны' : 'Это увидят покупатели'}
            </p>
            <ul className={styles.list}>
              {found.map(({ kind, words }) => (
                <li key={kind}>
                  {WARNING_WORDS[kind][to]} <span className={styles.words}>«{words}»</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
