import type { RefObject } from 'react';
import UPlot from 'uplot';
import { shortCount } from '#lib/text/format.ts';
import type { ChartDay } from './day-chart.tsx';

const COLOURS = ['--accent-text', '--link'];
/** Above this many days, a point for each day hides the line. */
const POINTED = 45;

const WHOLE = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

export const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: clientWidth,
  height: clientHeight,
});

type Colour = (name: string) => string;
type Handlers = RefObject<{
  dayName: (date: string) => string;
  onPlace: (place: number | null) => void;
}>;

function axesOf(colour: Colour, days: readonly ChartDay[], handlers: Handlers): UPlot.Axis[] {
  const axis = {
    stroke: colour('--dim'),
    font: '12px Onest, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return [
    // Spaces the labels so that they do not overlap, and avoids steps of half a day, which
    // has no label.
    {
      ...axis,
      grid: { show: false },
      space: 56,
      size: 28,
      incrs: [1, 2, 5, 7, 14, 28, 56, 91],
      values: (_, indexes) =>
        indexes.map((index) => (days[index] ? handlers.current.dayName(days[index].date) : '')),
    },
    {
      ...axis,
      space: 36,
      size: (_, values) => 14 + 7 * Math.max(1, ...(values ?? []).map((value) => value.length)),
      incrs: WHOLE,
      values: (_, values) => values.map(shortCount),
    },
  ];
}

const seriesOf = (colour: Colour, days: number, series: number) => [
  {},
  ...Array.from({ length: series }, (_, index) => {
    const stroke = colour(COLOURS[index]!);
    return {
      stroke,
      width: 2,
      fill: index === 0 ? `color-mix(in srgb, ${stroke} 14%, transparent)` : undefined,
      points: { show: days <= POINTED, size: 6, fill: stroke },
    };
  }),
];

/**
 * Draws the chart into an element. The handlers are read when they are needed, so that new ones do
 * not draw it again.
 */
export function drawChart(
  element: HTMLElement,
  days: readonly ChartDay[],
  series: number,
  handlers: Handlers,
): UPlot {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  return new UPlot(
    {
      ...sizeOf(element),
      padding: [10, 14, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
      scales: {
        x: { time: false, range: () => (days.length === 1 ? [-1, 1] : [0, days.length - 1]) },
        y: { range: (_, __, high) => [0, Math.max(high * 1.08, 4)] },
      },
      axes: axesOf(colour, days, handlers),
      series: seriesOf(colour, days.length, series),
      hooks: { setCursor: [(self) => handlers.current.onPlace(self.cursor.idx ?? null)] },
    } as UPlot.Options,
    [
      days.map((_, index) => index),
      ...Array.from({ length: series }, (_, index) => days.map(({ values }) => values[index] ?? 0)),
    ],
    element,
  );
}
