import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import UPlot from 'uplot';
import { shortCount } from '#lib/format.ts';
import { useTheme } from '#lib/theme.ts';
import type { ChartDay } from './day-chart.tsx';
import styles from './day-chart.module.css';

type DrawingProps = {
  label: string;
  days: readonly ChartDay[];
  /** The number of series. */
  series: number;
  /** 'dd.mm' under the axis. */
  dayName: (date: string) => string;
  /** The selected day and its text. */
  place: number | null;
  words: string;
  /** The day under the pointer or the arrow keys; null when there is none. */
  onPlace: (place: number | null) => void;
};

const COLOURS = ['--accent-text', '--link'];
/** Above this many days, a point for each day hides the line. */
const POINTED = 45;

/**
 * The canvas of a day chart. The axis holds indexes of days instead of times, because a day has no
 * zone and no hour.
 */
export function DayChartDrawing({
  label,
  days,
  series,
  dayName,
  place: told,
  words,
  onPlace,
}: DrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const theme = useTheme();
  const handlers = useRef({ dayName, onPlace });
  useEffect(() => {
    handlers.current = { dayName, onPlace };
  });

  useEffect(() => {
    const element = host.current!;
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
    const axis = {
      stroke: colour('--dim'),
      font: '12px Onest, sans-serif',
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    };
    const chart = new UPlot(
      {
        ...sizeOf(element),
        padding: [10, 14, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
        scales: {
          x: { time: false, range: () => (days.length === 1 ? [-1, 1] : [0, days.length - 1]) },
          y: { range: (_, __, high) => [0, Math.max(high * 1.08, 4)] },
        },
        axes: [
          // Spaces the labels so that they do not overlap, and avoids steps of half a day, which
          // has no label.
          {
            ...axis,
            grid: { show: false },
            space: 56,
            size: 28,
            incrs: [1, 2, 5, 7, 14, 28, 56, 91],
            values: (_, indexes) =>
              indexes.map((index) =>
                days[index] ? handlers.current.dayName(days[index].date) : '',
              ),
          },
          {
            ...axis,
            space: 36,
            size: (_, values) =>
              14 + 7 * Math.max(1, ...(values ?? []).map((value) => value.length)),
            incrs: WHOLE,
            values: (_, values) => values.map(shortCount),
          },
        ],
        series: [
          {},
          ...Array.from({ length: series }, (_, index) => {
            const stroke = colour(COLOURS[index]!);
            return {
              stroke,
              width: 2,
              fill: index === 0 ? `color-mix(in srgb, ${stroke} 14%, transparent)` : undefined,
              points: { show: days.length <= POINTED, size: 6, fill: stroke },
            };
          }),
        ],
        hooks: { setCursor: [(self) => handlers.current.onPlace(self.cursor.idx ?? null)] },
      } as UPlot.Options,
      [
        days.map((_, index) => index),
        ...Array.from({ length: series }, (_, index) =>
          days.map(({ values }) => values[index] ?? 0),
        ),
      ],
      element,
    );
    plot.current = chart;
    const watcher = new ResizeObserver(() => chart.setSize(sizeOf(element)));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      chart.destroy();
      plot.current = undefined;
      handlers.current.onPlace(null);
    };
  }, [days, series, theme]);

  function move(event: KeyboardEvent) {
    const chart = plot.current;
    if (!chart) return;
    const here = chart.cursor.idx;
    const [next, previous] = here == null ? [0, days.length - 1] : [here + 1, here - 1];
    const steps: Record<string, number> = {
      ArrowRight: next,
      ArrowUp: next,
      ArrowLeft: previous,
      ArrowDown: previous,
      Home: 0,
      End: days.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = Math.min(Math.max(step, 0), days.length - 1);
    chart.setCursor({ left: chart.valToPos(index, 'x'), top: 0 });
  }

  return (
    <div
      ref={host}
      className={styles.drawing}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={days.length}
      aria-valuenow={(told ?? days.length - 1) + 1}
      aria-valuetext={words}
      onKeyDown={move}
      onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
    />
  );
}

const WHOLE = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: clientWidth,
  height: clientHeight,
});
