import { displayName } from '@respa/contract/characters';
import { Card } from '#ui/layout/card.tsx';
import { Time } from '#ui/display/time.tsx';
import { useLog } from './api.ts';
import { AdminList } from './list.tsx';
import { PersonLine } from './person-line.tsx';
import styles from './rows.module.css';
import { actOf } from './words.ts';

/** The log of the admin's actions. Nobody can change it. */
export function Log() {
  const found = useLog();
  const entries = found.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Card inset="flush">
      <AdminList
        found={found}
        isEmpty={entries.length === 0}
        empty={{
          art: 'post',
          text: 'Здесь пока что ничего нет',
          more: 'Каждое действие в кабинете останется здесь навсегда.',
        }}
      >
        <ul className={styles.rows}>
          {entries.map((entry) => (
            <li key={entry._id} className={styles.row}>
              <div className={styles.words}>
                <span className={styles.reason}>{actOf(entry)}</span>
                {entry.reason === '' ? null : <span>{entry.reason}</span>}
                <span className={styles.facts}>
                  <Time value={entry.date} />
                  <span>{entry.admin === null ? 'Администратор' : displayName(entry.admin)}</span>
                </span>
              </div>
              {entry.personId === null ? null : (
                <PersonLine person={entry.person} instead="Удалённый пользователь" />
              )}
            </li>
          ))}
        </ul>
      </AdminList>
    </Card>
  );
}
