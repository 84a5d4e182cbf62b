import { count, day } from '#lib/text/format.ts';
import type { ChartDay, DayChartProps } from './day-chart.tsx';

/** Returns the calendar day as a local date, so that no time zone shifts it. */
export const dayOf = (date: string) => {
  const [year, month, number] = date.split('-').map(Number);
  return new Date(year!, month! - 1, number);
};

export const totalOf = (days: readonly ChartDay[], index: number): number =>
  days.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);

/** The numbers of a chart as a table for screen readers. */
export function ChartTable({ label, days, series }: DayChartProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">День</th>
            {series.map((one) => (
              <th key={one.label} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, values }) => (
            <tr key={date}>
              <th scope="row">{day(dayOf(date))}</th>
              {series.map((one, index) => (
                <td key={one.label}>{count(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Всего</th>
            {series.map((one, index) => (
              <td key={one.label}>{count(totalOf(days, index))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
