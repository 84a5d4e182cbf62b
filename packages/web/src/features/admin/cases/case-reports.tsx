import { REASONS } from '#features/reports/parts.ts';
import { Time } from '#ui/display/time.tsx';
import { PersonLine } from '../person-line.tsx';
import type { Case } from '../api.ts';
import styles from '../rows.module.css';

/** What members say about the reported object. */
export function CaseReports({ reports }: Pick<Case, 'reports'>) {
  return (
    <ul className={styles.said} aria-label="Что говорят">
      {reports.map((said) => (
        <li key={`${said.person?._id} ${said.date}`}>
          <span className={styles.facts}>
            <span className={styles.reason}>{REASONS[said.reason]}</span>
            <PersonLine person={said.person} instead="Удалённый пользователь" />
            <Time value={said.date} look="relative" />
          </span>
          {said.text === '' ? null : <p className={styles.text}>{said.text}</p>}
        </li>
      ))}
    </ul>
  );
}
