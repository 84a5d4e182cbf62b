import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { useListPlace } from './use-list-place.ts';
import type { Thing } from './api.ts';
import { CloudItem } from './item.tsx';
import { useWindowRows } from './use-window-rows.ts';
import styles from './items-view.module.css';

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

/** Returns how many items are in a row, and the height of a row. */
function layoutOf(look: Look, width: number): { columns: number; height: number } {
  if (look === 'list') return { columns: 1, height: ROW };
  const columns = Math.max(2, Math.floor((width + TILE.gap) / (TILE.least + TILE.gap)));
  return { columns, height: Math.round((width / columns - 16) * 0.75) + TILE.words };
}

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
  const { list, place } = useListPlace();
  const { columns, height } = layoutOf(look, place.width);
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
