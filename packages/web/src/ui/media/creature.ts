// Draws the pixel creature of an id. The same id gives the same creature, on every device and
// permanently. It is assembled from hand-drawn parts, so each one has a face. Changing a part
// changes everyone's picture.

/** Half a creature: 6 columns from the outer edge to the middle one, which is not mirrored. */
type Rows = readonly string[];

const WIDTH = 11;
const HEIGHT = 11;
const HALF = 6;

export type Tone = 'main' | 'light' | 'shade' | 'glow' | 'eye' | 'glint';
export type Palette = Readonly<Record<'back' | 'main' | 'light' | 'shade' | 'glow', string>>;

export const PALETTES: readonly Palette[] = [
  { back: '#3d491b', main: '#c3ea58', light: '#e6fa9f', shade: '#8cab33', glow: '#74e79a' },
  { back: '#4a2a1f', main: '#f09c78', light: '#ffc9ae', shade: '#b7684a', glow: '#ffe291' },
  { back: '#2e2250', main: '#9d7df2', light: '#c9b6ff', shade: '#6d4fc2', glow: '#f486ea' },
  { back: '#1d4a32', main: '#6ee5a1', light: '#b9f9d3', shade: '#3ca86c', glow: '#62d9ec' },
  { back: '#1c4846', main: '#5cdccf', light: '#b2f7ee', shade: '#329b91', glow: '#93b4ff' },
  { back: '#4d1f2a', main: '#f2819c', light: '#ffbccb', shade: '#b84d68', glow: '#ffa661' },
  { back: '#1c3d50', main: '#6cc6f7', light: '#bce8ff', shade: '#3b8bbc', glow: '#8a86ff' },
  { back: '#48411a', main: '#f1d158', light: '#ffeea4', shade: '#b8972b', glow: '#ff9472' },
];

const TOPS: readonly Rows[] = [
  ['.#....', '.##...', '.####.'], // cat ears
  ['#.....', '##..#.', '.#####'], // horns
  ['..*...', '..#...', '...###'], // feelers
  ['.....*', '.....#', '...###'], // aerial
  ['..##..', '..##..', '..####'], // rabbit ears
  ['..*..*', '..#.##', '..####'], // crown
  ['.....*', '....**', '...*##'], // crest
  ['.#.#.#', '.#.#.#', '.#####'], // spikes
  ['......', '...***', '.*****'], // cap
  ['...**.', '....**', '...###'], // sprout
  ['......', '##....', '######'], // flat ears
  ['......', '......', '...###'], // bald
];

const BODIES: readonly Rows[] = [
  ['..####', '.#####', '.#####', '.#####', '..####'],
  ['.#####', '.#####', '.#####', '.#####', '.#####'],
  ['.#####', '######', '######', '######', '.#####'],
  ['..####', '..####', '.#####', '.#####', '######'],
  ['.#####', '.#####', '.#####', '..####', '...###'],
  ['..####', '.#####', '######', '.#####', '..####'],
  ['.#####', '######', '.#####', '.#####', '..####'],
];

const EYES: readonly Rows[] = [
  ['...o..', '...o..'], // plain
  ['..oo..', '......'], // narrow
  ['..wo..', '..oo..'], // big
  ['....ow', '....oo'], // one
  ['..o.o.', '......'], // four
  ['..ooow', '......'], // visor
  ['..o...', '..oo..'], // sullen
  ['...o..', '..o.o.'], // glad
  ['..ow..', '..oo..'], // cross-eyed
];

const MOUTHS: readonly Rows[] = [
  ['......', '......'],
  ['......', '....oo'],
  ['...o..', '....oo'],
  ['...ooo', '...w..'],
  ['.....o', '......'],
  ['....o.', '.....o'],
  ['....oo', '....oo'],
];

const LEGS: readonly Rows[] = [
  ['..####', '..##..', '..##..'], // two
  ['.#####', '.#.#.#', '#..#..'], // tentacles
  ['.#####', '.#####', '.#.#.#'], // ghost
  ['...###', '...#..', '..**..'], // boots
  ['....##', '....##', '...***'], // stand
  ['..####', '..#...', '.**...'], // wide
  ['..#.#.', '..#.#.', '.#..#.'], // jellyfish
  ['...###', '..#.#.', '..*.*.'], // four
];

const ARMS: readonly (readonly [row: number, cells: string])[][] = [
  [],
  [],
  [
    [4, '*'],
    [5, '#'],
    [6, '##'],
  ],
  [
    [6, '##'],
    [7, '#'],
    [8, '*'],
  ],
  [[6, '*#']],
];

const MARKS: readonly (readonly [row: number, cells: string])[][] = [
  [],
  [[6, '..*...']],
  [[8, '....**']],
  [
    [3, '.....*'],
    [4, '.....*'],
  ],
  [
    [7, '.*....'],
    [5, '.*....'],
  ],
];

/** xmur3 and mulberry32: small, well mixed, and the same in every engine. */
function random(seed: string): (sides: number) => number {
  let hash = 1779033703 ^ seed.length;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  return (sides) => {
    hash = (hash + 0x6d2b79f5) | 0;
    let mixed = Math.imul(hash ^ (hash >>> 15), 1 | hash);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

function put(grid: string[][], row: number, cells: string, onlyOnBody: boolean): void {
  const line = grid[row];
  if (!line) return;
  Array.from(cells).forEach((cell, column) => {
    if (cell === '.' || (onlyOnBody && line[column] === '.')) return;
    line[column] = cell;
  });
}

export type Creature = {
  palette: Palette;
  tones: ReadonlyArray<readonly [tone: Tone, path: string]>;
};

/**
 * Returns the index of the palette of a user's creature. The user's name is written in a colour of
 * the same palette (`--person-0` and so on in tokens.css).
 */
export const paletteOf = (id: string): number => random(id)(PALETTES.length);

export function drawCreature(id: string): Creature {
  const roll = random(id);
  const palette = PALETTES[roll(PALETTES.length)]!;
  const pick = <Part>(parts: readonly Part[]): Part => parts[roll(parts.length)]!;

  const grid: string[][] = Array.from({ length: HEIGHT }, () => Array<string>(HALF).fill('.'));
  pick(TOPS).forEach((cells, row) => put(grid, row, cells, false));
  pick(BODIES).forEach((cells, row) => put(grid, row + 3, cells, false));
  pick(LEGS).forEach((cells, row) => put(grid, row + 8, cells, false));
  pick(ARMS).forEach(([row, cells]) => put(grid, row, cells, false));
  pick(MARKS).forEach(([row, cells]) => put(grid, row, cells, true));
  pick(MOUTHS).forEach((cells, row) => put(grid, row + 6, cells, true));
  pick(EYES).forEach((cells, row) => put(grid, row + 4, cells, true));

  const paths = new Map<Tone, string>();
  for (let row = 0; row < HEIGHT; row += 1) {
    let start = 0;
    while (start < WIDTH) {
      const tone = toneAt(grid, row, start);
      let end = start + 1;
      while (end < WIDTH && toneAt(grid, row, end) === tone) end += 1;
      if (tone)
        paths.set(
          tone,
          `${paths.get(tone) ?? ''}M${start} ${row}h${end - start}v1h${start - end}z`,
        );
      start = end;
    }
  }
  return { palette, tones: Array.from(paths) };
}

function toneAt(grid: string[][], row: number, column: number): Tone | undefined {
  const half = column < HALF ? column : WIDTH - 1 - column;
  const cell = grid[row]?.[half] ?? '.';
  if (cell === '.') return undefined;
  if (cell === 'o') return 'eye';
  if (cell === 'w') return 'glint';
  if (cell === '*') return 'glow';
  // Lit from above, shaded from below.
  const above = grid[row - 1]?.[half] ?? '.';
  const below = grid[row + 1]?.[half] ?? '.';
  if (above === '.') return 'light';
  if (below === '.' || row >= 9) return 'shade';
  return 'main';
}
