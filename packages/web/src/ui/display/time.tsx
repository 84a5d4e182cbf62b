import { useEffect, useReducer } from 'react';
import { brief, dateTime, relative, type Moment } from '#lib/format.ts';

type TimeProps = {
  value: Moment;
  /**
   * `full`: dd.mm.yyyy hh:mm. `relative`: '5 минут назад', kept up to date. `brief`: for the list
   * of rooms.
   */
  look?: 'full' | 'relative' | 'brief' | undefined;
  className?: string | undefined;
};

export function Time({ value, look = 'full', className }: TimeProps) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    if (look === 'full') return;
    const timer = setInterval(tick, 60_000);
    return () => clearInterval(timer);
  }, [look]);

  const date = new Date(value);
  const text =
    look === 'full' ? dateTime(value) : look === 'brief' ? brief(value) : relative(value);
  if (!text) return null;
  return (
    <time
      className={className}
      dateTime={date.toISOString()}
      title={look === 'full' ? undefined : dateTime(value)}
    >
      {text}
    </time>
  );
}
