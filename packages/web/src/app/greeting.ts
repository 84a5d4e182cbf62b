import { useEffect, useState } from 'react';

/** The documented hours: 5–10 morning, 11–15 day, 16–23 evening, 0–4 night. */
export function greetingOf(now: Date): string {
  const hour = now.getHours();
  if (hour < 5) return 'Доброй ночи';
  if (hour < 11) return 'Доброе утро';
  return hour < 16 ? 'Добрый день' : 'Добрый вечер';
}
/** Returns the current time and updates it at the start of every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 60_000 - (Date.now() % 60_000) + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
