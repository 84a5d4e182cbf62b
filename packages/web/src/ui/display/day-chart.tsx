import { lazy, Suspense, useId, useState } from 'react';
import { count, day, weekdayAndDay } from '#lib/text/format.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { Bone } from '#ui/feedback/skeleton.tsx';
import { ChartTable, dayOf, totalOf } from './chart-table.tsx';
import styles from './day-chart.module.css';

const DayChartDrawing = lazy(async () => ({
  default: (await import('./day-chart-drawing.tsx')).DayChartDrawing,
}));

export type ChartDay = {
  /** yyyy-mm-dd */ date: string;
  /** One whole number for each series. */ values: readonly number[];
};
export type ChartSeries = { /** The quantity that is counted: 'Просмотры'. */ label: string };

export type DayChartProps = {
  /** What the chart shows, for screen readers: 'Показы и переходы по дням'. */
  label: string;
  /** Oldest first, every day of the period. */
  days: readonly ChartDay[];
  /** At most two, because only two colours are distinguishable. */
  series: readonly ChartSeries[];
};

/**
 * Draws whole numbers by day: a drawing that shows the day under the pointer or the arrow keys, and
 * the same numbers as a table for screen readers.
 * The drawing's code loads when a chart is on the page. Its space has the final size from the
 * beginning.
 */
export function DayChart({ label, days, series }: DayChartProps) {
  const [place, setPlace] = useState<number | null>(null);
  const title = useId();
  const shown = place === null ? undefined : days[place];
  const when = shown ? weekdayAndDay(dayOf(shown.date)) : stretch(days);
  const value = (index: number) => count(shown ? (shown.values[index] ?? 0) : totalOf(days, index));

  return (
    <figure className={styles.figure} aria-labelledby={title}>
      <figcaption id={title} className="visually-hidden">
        {label}
      </figcaption>
      <div className={styles.legend} aria-hidden="true">
        {series.map((one, index) => (
          <span key={one.label} className={styles.entry}>
            <span className={classNames(styles.mark, index === 1 && styles.second)} />
            {one.label} <b>{value(index)}</b>
          </span>
        ))}
        <span className={styles.moment}>{when}</span>
      </div>
      <div className={styles.stage}>
        <Suspense fallback={<Bone shape="block" height="100%" />}>
          <DayChartDrawing
            label={label}
            days={days}
            series={series.length}
            dayName={(date) => day(dayOf(date)).slice(0, 5)}
            place={place}
            words={`${when}: ${series.map((one, index) => `${one.label.toLowerCase()} ${value(index)}`).join(', ')}`}
            onPlace={setPlace}
          />
        </Suspense>
      </div>
      <ChartTable label={label} days={days} series={series} />
    </figure>
  );
}

function stretch(days: readonly ChartDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  return first === last
    ? day(dayOf(first.date))
    : `${day(dayOf(first.date))} – ${day(dayOf(last.date))}`;
}
