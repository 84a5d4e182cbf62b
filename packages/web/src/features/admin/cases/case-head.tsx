import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { counted } from '#lib/text/format.ts';
import { Time } from '#ui/display/time.tsx';
import { OUTCOMES } from '../words.ts';
import type { Case } from '../api.ts';
import styles from '../rows.module.css';

/** What is reported, how often and when, or how it was decided. */
export function CaseHead({ given, title }: { given: Case; title: string }) {
  const { thing } = given;
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{thing?.link ? <Link to={thing.link}>{title}</Link> : title}</h2>
      <span className={styles.facts}>
        {given.outcome === null ? (
          <span className={classNames(styles.mark, styles.bad)}>
            {counted(given.count, ['жалоба', 'жалобы', 'жалоб'])}
          </span>
        ) : (
          <span className={styles.mark}>{OUTCOMES[given.outcome]}</span>
        )}
        <Time value={given.closed ?? given.date} look="relative" />
      </span>
    </header>
  );
}
