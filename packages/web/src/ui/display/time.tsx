import { brief, dateTime, relative, type Moment } from '#lib/text/format.ts';
import { useNow } from '#lib/browser/now.ts';

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
  const now = useNow();
  const date = new Date(value);
  const text =
    look === 'full' ? dateTime(value) : look === 'brief' ? brief(value, now) : relative(value, now);
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
