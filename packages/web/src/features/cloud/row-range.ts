/** The rows from `from` up to, but not including, `to`. */
export type RowRange = { from: number; to: number };

/** In px: how far beyond the window rows are drawn, and how much of that in one frame. */
const [AHEAD, STEP] = [1_000, 240];

/**
 * Returns the rows to draw next: those in the window at once, those near it step by step. Rows far
 * away are dropped.
 */
export function stepRows(
  drawn: RowRange,
  seen: RowRange,
  { count, height }: { count: number; height: number },
): RowRange {
  const within = (row: number) => Math.max(0, Math.min(count, row));
  const [ahead, step] = [Math.ceil(AHEAD / height), Math.max(1, Math.round(STEP / height))];
  const [first, end] = [within(seen.from), within(seen.to)];
  // A jump to another part of the list: none of the drawn rows is useful.
  const isApart = first < end && (drawn.to <= first || drawn.from >= end);
  if (isApart) return { from: first, to: end };
  const [from, to] = [Math.min(drawn.from, first), Math.max(drawn.to, end)];
  return {
    from:
      from > first - ahead
        ? within(Math.max(first - ahead, from - step))
        : Math.max(from, within(first - 2 * ahead)),
    to:
      to < end + ahead
        ? within(Math.min(end + ahead, to + step))
        : Math.min(to, within(end + 2 * ahead)),
  };
}
