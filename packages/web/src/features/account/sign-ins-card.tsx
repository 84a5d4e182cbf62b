import { useState } from 'react';
import type { Outcome } from '@respa/contract/account-security';
import { dateTime } from '#lib/text/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useSignIns } from './security-api.ts';
import styles from './form.module.css';

const WORDS: Record<Outcome, string> = {
  in: 'Вход',
  wrong_password: 'Неверный пароль',
  wrong_code: 'Неверный код',
};
const SHORT = 5;

/** Lists the sign-ins and failed attempts of the last ninety days. */
export function SignInsCard() {
  const list = useSignIns();
  const [isWhole, setWhole] = useState(false);
  const all = list.data?.pages.flatMap((page) => page.signIns) ?? [];
  const rows = isWhole ? all : all.slice(0, SHORT);
  return (
    <Card>
      <CardHead title="История входов" />
      {list.isPending ? <PeopleSkeleton rows={3} /> : null}
      {list.isError ? <ErrorState small onRetry={() => void list.refetch()} /> : null}
      {list.data !== undefined && all.length === 0 ? (
        <p className={styles.text}>За последние 90 дней входов не было: вы всё это время здесь.</p>
      ) : null}
      <ul className={styles.rows}>
        {rows.map(({ _id, date, device, address, outcome }) => (
          <li key={_id} className={styles.row}>
            <span className={styles.grow}>
              <span className={outcome === 'in' ? undefined : styles.wrong}>{WORDS[outcome]}</span>
              <br />
              <span className={styles.dim}>
                {device}, {address}
              </span>
            </span>
            <time className={styles.dim} dateTime={date}>
              {dateTime(date)}
            </time>
          </li>
        ))}
      </ul>
      {!isWhole && all.length > SHORT ? (
        <Button size="small" variant="plain" onClick={() => setWhole(true)}>
          Показать все
        </Button>
      ) : null}
      {isWhole && list.hasNextPage ? (
        <Button
          size="small"
          variant="plain"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Ещё
        </Button>
      ) : null}
    </Card>
  );
}
