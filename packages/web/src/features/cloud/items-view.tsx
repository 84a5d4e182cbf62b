import { useLayoutEffect, useRef, useState } from 'react';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import type { Thing } from './api.ts';
import { CloudItem } from './item.tsx';
import styles from './items-view.module.css';
import { useWindowRows } from './use-window-rows.ts';

const TILE = { least: 132, gap: 6, words: 70 };
const ROW = 58;
export type Look = 'grid' | 'list';
type ItemsViewProps = {
  things: readonly Thing[];
  look: Look;
  shownId: string | null;
  label: string;
  hasMore: boolean;
  isLoading: boolean;
  isFailed: boolean;
  onMore: () => void;
  /** Returns the folder of an item, for lists that span more than one folder. */
  where?: (thing: Thing) => string;
};

/**
 * Items as tiles or rows. Only those near the window are drawn, because their sizes are known in
 * advance.
 */
export function ItemsView({
  things,
  look,
  shownId,
  label,
  hasMore,
  isLoading,
  isFailed,
  onMore,
  where,
}: ItemsViewProps) {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ width: 600, top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      setPlace((old) =>
        old.width === width && old.top === top + window.scrollY
          ? old
          : { width, top: top + window.scrollY },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const columns =
    look === 'list'
      ? 1
      : Math.max(2, Math.floor((place.width + TILE.gap) / (TILE.least + TILE.gap)));
  const height =
    look === 'list' ? ROW : Math.round((place.width / columns - 16) * 0.75) + TILE.words;
  const count = Math.ceil(things.length / columns);
  const { from, to } = useWindowRows(count, height, place.top);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
  return (
    <>
      <div
        ref={list}
        role="list"
        aria-label={label}
        className={styles.list}
        style={{ height: count * height }}
      >
        <div role="presentation" className={styles.rows}>
          {rows.map((row) => (
            <div
              key={row}
              role="presentation"
              className={styles.row}
              style={{
                height,
                transform: `translateY(${row * height}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {things.slice(row * columns, (row + 1) * columns).map((thing) => (
                <CloudItem
                  key={thing._id}
                  thing={thing}
                  look={look}
                  isShown={thing._id === shownId}
                  where={where?.(thing)}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <InfiniteList
        hasMore={hasMore}
        isLoading={isLoading}
        isFailed={isFailed}
        onMore={onMore}
        ahead={1_600}
      />
    </>
  );
}
