import { drawCreature } from '#ui/media/creature.ts';
import styles from './art.module.css';

// Pixel drawings for empty and error states. # edge, a accent, l light, d dim, k ink, w white.
const DRAWINGS = {
  conversation: [
    '..###########..',
    '.#lllllllllll#.',
    '#lllllllllllll#',
    '#lllllllllllll#',
    '#llalllalllall#',
    '#lllllllllllll#',
    '#lllllllllllll#',
    '.#lllllllllll#.',
    '..##lll######..',
    '....#ll#.......',
    '....#l#........',
    '....##.........',
  ],
  bell: [
    '......###......',
    '.....#aaa#.....',
    '....#aaaaa#....',
    '...#aawaaaa#...',
    '...#aawaaaa#...',
    '...#aaaaaaa#...',
    '...#aaaaaaa#...',
    '..#aaaaaaaaa#..',
    '.#aaaaaaaaaaa#.',
    '.#############.',
    '......#l#......',
    '......###......',
  ],
  post: [
    '.##########....',
    '.#llllllll##...',
    '.#llllllll#l#..',
    '.#laaaaall####.',
    '.#lllllllllll#.',
    '.#lddddddddll#.',
    '.#lllllllllll#.',
    '.#lddddddddll#.',
    '.#lllllllllll#.',
    '.#ldddddlllll#.',
    '.#lllllllllll#.',
    '.#############.',
  ],
  photo: [
    '###############',
    '#lllllllllllll#',
    '#lllllllllaall#',
    '#lllllllllaall#',
    '#lllldllllllll#',
    '#llldddllllldl#',
    '#llddddddlddd##',
    '#ldddddddddddd#',
    '#ddddddddddddd#',
    '###############',
  ],
  search: [
    '...#####.......',
    '..#lllll#......',
    '.#llwllll#.....',
    '.#lwlllll#.....',
    '.#lllllll#.....',
    '.#lllllll#.....',
    '..#lllll#......',
    '...######......',
    '........#a#....',
    '.........#a#...',
    '..........#a#..',
    '...........##..',
  ],
  people: [
    '...####........',
    '..#llll#..###..',
    '..#lkkl#.#aaa#.',
    '..#llll#.#kak#.',
    '..#llll#.#aaa#.',
    '...####...###..',
    '..#llll#.#aaa#.',
    '.#llllll#aaaaa#',
    '#llllllll#aaaa#',
    '#llllllll#aaaa#',
    '###############',
  ],
  game: [
    '..###.....###..',
    '.#lll#####lll#.',
    '#lldlllllllall#',
    '#ldddlllllalal#',
    '#lldlllllllall#',
    '#lllllllllllll#',
    '#lll#######lll#',
    '#ll#.......#ll#',
    '.##.........##.',
  ],
  folder: [
    '.#####.........',
    '#aaaaa########.',
    '#aaaaaaaaaaaaa#',
    '#lllllllllllll#',
    '#lllllllllllll#',
    '#lllllllllllll#',
    '#lllllllllllll#',
    '#lllllllllllll#',
    '###############',
  ],
  lock: [
    '....#####......',
    '...#ddddd#.....',
    '..#dd###dd#....',
    '..#d#...#d#....',
    '..#d#...#d#....',
    '.###########...',
    '.#aaaaaaaaa#...',
    '.#aaaakaaaa#...',
    '.#aaakkkaaa#...',
    '.#aaaakaaaa#...',
    '.#aaaaaaaaa#...',
    '.###########...',
  ],
  lost: [
    '.#############.',
    '#aaaaaaaaaaaaa#',
    '#aaaaakkkaaaaa#',
    '#aaaakkakkaaaa#',
    '#aaaaaaakkaaaa#',
    '#aaaaaakkaaaaa#',
    '#aaaaaakaaaaaa#',
    '#aaaaaaaaaaaaa#',
    '#aaaaaakaaaaaa#',
    '#aaaaaaaaaaaaa#',
    '.#############.',
  ],
  broken: [
    '.......#.......',
    '......#a#......',
    '.....#aaa#.....',
    '.....#aka#.....',
    '....#aakaa#....',
    '....#aakaa#....',
    '...#aaakaaa#...',
    '...#aaaaaaa#...',
    '..#aaaakaaaa#..',
    '..#aaaaaaaaa#..',
    '..###########..',
  ],
} satisfies Record<string, string[]>;

export type ArtName = keyof typeof DRAWINGS;

const CLASSES: Record<string, string | undefined> = {
  '#': styles.edge,
  a: styles.accent,
  l: styles.light,
  d: styles.dim,
  k: styles.ink,
  w: styles.white,
};

function paths(rows: readonly string[]): Array<[cell: string, path: string]> {
  const found = new Map<string, string>();
  rows.forEach((line, row) => {
    for (const { 0: run, index } of line.matchAll(/([^.])\1*/g)) {
      const cell = run.charAt(0);
      found.set(cell, `${found.get(cell) ?? ''}M${index} ${row}h${run.length}v1h-${run.length}z`);
    }
  });
  return Array.from(found);
}

/**
 * Draws a creature next to the missing object. It is decorative: the text beside it says the same.
 */
export function ArtDrawing({ name }: { name: ArtName }) {
  const rows = DRAWINGS[name];
  const { palette, tones } = drawCreature(`art:${name}`);
  return (
    <svg
      className={styles.art}
      viewBox="0 0 30 14"
      width="180"
      height="84"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path className={styles.terrain} d="M1 13h28v1h-28z" />
      <g transform="translate(1 2)">
        {tones.map(([tone, path]) => (
          <path
            key={tone}
            d={path}
            fill={tone === 'eye' ? '#0b0d10' : tone === 'glint' ? '#fff' : palette[tone]}
          />
        ))}
      </g>
      <g transform={`translate(14 ${13 - rows.length})`}>
        {paths(rows).map(([cell, path]) => (
          <path key={cell} className={CLASSES[cell]} d={path} />
        ))}
      </g>
    </svg>
  );
}
