// Lays out one to ten pictures of a post: full rows, each of one height, chosen so that the block
// is neither too flat nor too tall.

export type Frame = { width: number; height: number };
/**
 * Rows of picture indexes, with the ratio (width : height) of each picture's frame and of the whole
 * row.
 */
export type LayoutRow = { ratio: number; cells: Array<{ place: number; ratio: number }> };

/**
 * Beyond these ratios a picture is cropped; otherwise one panorama would make a row a few pixels
 * high.
 */
const NARROWEST = 0.66;
const WIDEST = 2.4;
/** The best ratio of the block's height to its width. */
const BEST_HEIGHT = 0.95;

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

function waysToCut(number: number): number[][] {
  if (number === 0) return [[]];
  const ways: number[][] = [];
  for (let first = 1; first <= Math.min(3, number); first += 1) {
    for (const rest of waysToCut(number - first)) ways.push([first, ...rest]);
  }
  return ways;
}

export function layPictures(frames: readonly Frame[]): LayoutRow[] {
  const ratios = frames.map(({ width, height }) => clamp(width / height || 1, NARROWEST, WIDEST));
  if (ratios.length === 1)
    return [{ ratio: clamp(ratios[0]!, 0.8, WIDEST), cells: [{ place: 0, ratio: ratios[0]! }] }];

  let best: LayoutRow[] = [];
  let bestCost = Infinity;
  for (const way of waysToCut(ratios.length)) {
    let index = 0;
    const rows = way.map((length) => {
      const cells = ratios
        .slice(index, index + length)
        .map((ratio, step) => ({ place: index + step, ratio }));
      index += length;
      return { ratio: cells.reduce((sum, cell) => sum + cell.ratio, 0), cells };
    });
    const heights = rows.map((row) => 1 / row.ratio);
    const height = heights.reduce((sum, each) => sum + each, 0);
    const unevenness = Math.max(...heights) / Math.min(...heights) - 1;
    const cost =
      Math.abs(height - BEST_HEIGHT) + 0.3 * unevenness + (way.length === ratios.length ? 0.2 : 0);
    if (cost < bestCost) [best, bestCost] = [rows, cost];
  }
  // A lone upright picture in its own row would be higher than the screen.
  return best.map((row) => ({ ...row, ratio: Math.max(row.ratio, 1.1) }));
}
