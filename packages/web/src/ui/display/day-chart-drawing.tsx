import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type UPlot from 'uplot';
import { useTheme } from '#lib/browser/theme.ts';
import { drawChart, sizeOf } from './draw-chart.ts';
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

/** Returns the index of the day to which a key moves; null when the key does not move. */
function stepTo(key: string, here: number | null, count: number): number | null {
  const [next, previous] = here === null ? [0, count - 1] : [here + 1, here - 1];
  const steps: Record<string, number> = {
    ArrowRight: next,
    ArrowUp: next,
    ArrowLeft: previous,
    ArrowDown: previous,
    Home: 0,
    End: count - 1,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(Math.max(step, 0), count - 1);
}

/**
 * The canvas of a day chart. The axis holds indexes of days instead of times, because a day has no
 * zone and no hour.
 */
export function DayChartDrawing({
  label,
  days,
  series,
  dayName,
  place: selected,
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
    const chart = drawChart(element, days, series, handlers);
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
    const index = stepTo(event.key, chart.cursor.idx ?? null, days.length);
    if (index === null) return;
    event.preventDefault();
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
      aria-valuenow={(selected ?? days.length - 1) + 1}
      aria-valuetext={words}
      onKeyDown={move}
      onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
    />
  );
}
