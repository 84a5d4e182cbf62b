import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { firstCharacters } from '@respa/contract/characters';
import { IconMoonStars } from '#ui/icons.ts';
import { today } from '#lib/text/calendar-day.ts';
import { useToday } from '#lib/browser/now.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { useNextEvents } from './api.ts';
import { dayOf } from './words.ts';
import styles from './next-events.module.css';

type Shown = { _id: string; text: string; date: string; time: string };
const KEPT = 'respa.events';
const SHOWN = 3;
function readStored(): Shown[] {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? '[]') as Shown[]).filter(
      (one) => one.date >= today(),
    );
  } catch {
    return [];
  }
}

/**
 * Shows the next astronomical events, or nothing if there are none. With `above`, it draws what the
 * browser stored and fetches for the next visit, so that nothing
 * moves when the response arrives.
 */
export function NextEvents({ above = false }: { above?: boolean }) {
  const [kept] = useState(readStored);
  const now = useToday();
  const { data } = useNextEvents(SHOWN);
  useEffect(() => {
    if (data !== undefined)
      localStorage.setItem(
        KEPT,
        JSON.stringify(
          data.events.map(({ _id, text, date, time }) => ({
            _id,
            text: firstCharacters(text, 160),
            date,
            time,
          })),
        ),
      );
  }, [data]);
  const shown = above ? kept : (data?.events ?? kept);
  if (shown.length === 0) return null;
  if (above)
    return (
      <Link to="/events" className={styles.line}>
        <IconMoonStars size={22} aria-hidden="true" />
        <b>{dayOf(shown[0]!, now)}</b>
        <span>{shown[0]!.text}</span>
      </Link>
    );
  return (
    <Card>
      <CardHead title="События" to="/events" />
      <ul className={styles.rows}>
        {shown.map((one) => (
          <li key={one._id}>
            <Link to="/events" className={styles.row}>
              <b>{dayOf(one, now)}</b>
              <span>{one.text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
