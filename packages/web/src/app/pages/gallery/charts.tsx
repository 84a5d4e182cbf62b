import { Card, CardHead } from '#ui/layout/card.tsx';
import { DayChart, type ChartDay } from '#ui/display/day-chart.tsx';
import { Sample } from './sample.tsx';

const SERIES = [{ label: 'Показы' }, { label: 'Переходы' }];
/** Days from 20 October on, with a weekly wave. */
const stretch = (length: number): ChartDay[] =>
  Array.from({ length }, (_, index) => {
    const shows = Math.round(700 + 420 * Math.sin(index / 1.1) + 90 * ((index * 7) % 5));
    return {
      date: new Date(Date.UTC(2026, 9, 20 + index)).toISOString().slice(0, 10),
      values: [shows, Math.round(shows / 9) + ((index * 3) % 11)],
    };
  });
const MONTH = stretch(30);
const YEAR = stretch(365);
const FIRST = stretch(1);

export function ChartSamples() {
  return (
    <Sample name="По дням: месяц, год, первый день" column>
      <Card>
        <CardHead title="Показы и переходы" />
        <DayChart label="Показы и переходы за месяц" days={MONTH} series={SERIES} />
      </Card>
      <Card>
        <DayChart label="Показы за год" days={YEAR} series={SERIES.slice(0, 1)} />
      </Card>
      <Card>
        <DayChart label="Показы за первый день" days={FIRST} series={SERIES} />
      </Card>
    </Sample>
  );
}
