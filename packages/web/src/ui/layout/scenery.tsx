import { memo } from 'react';

const SKIES = [
  ['#2f6f6a', '#7ec9a4', '#0f2f33'],
  ['#2b4a86', '#6f95e8', '#13203d'],
  ['#7a3f22', '#e59a4e', '#2a170e'],
  ['#5b2a66', '#d9618f', '#220f2d'],
  ['#3a6a22', '#a6d65a', '#13260c'],
  ['#4b4f7c', '#f0a878', '#191a2e'],
] as const;

/** Returns a generator of numbers in 0…1, the same for the same seed. */
function randomOf(seed: string): () => number {
  let state = 2166136261;
  for (const sign of seed) state = Math.imul(state ^ sign.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state = Math.imul(state ^ (state >>> 13), 3266489917);
    return ((state ^= state >>> 16) >>> 0) / 4294967296;
  };
}
function ridge(random: () => number, base: number, height: number, steps: number): string {
  const points = Array.from(
    { length: steps + 1 },
    (_, at) => `${((at * 920) / steps).toFixed(0)} ${(base - height * random()).toFixed(0)}`,
  );
  return `M0 220V${base} L${points.join(' L')} V220Z`;
}

/**
 * Draws mountains at some hour of the day for a profile without a cover. The same seed always gives
 * the same view.
 */
export const Scenery = memo(function Scenery({ seed }: { seed: string }) {
  const random = randomOf(seed);
  const [top, low, context] = SKIES[Math.floor(random() * SKIES.length)]!;
  const id = `sky-${seed}`;
  const stars = Array.from({ length: 14 }, () => ({
    x: random() * 920,
    y: random() * 80,
    r: 0.6 + random(),
  }));
  const sun = { x: 160 + random() * 600, y: 80 + random() * 50 };
  return (
    <svg
      viewBox="0 0 920 220"
      width="100%"
      height="100%"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={top} />
          <stop offset="0.75" stopColor={low} />
        </linearGradient>
      </defs>
      <rect width="920" height="220" fill={`url(#${id})`} />
      {stars.map(({ x, y, r }) => (
        <circle key={x} cx={x} cy={y} r={r} fill="#fff" opacity="0.6" />
      ))}
      <circle cx={sun.x} cy={sun.y} r="27" fill="#fff4d0" />
      <path d={ridge(random, 150, 70, 9)} fill={context} opacity="0.42" />
      <path d={ridge(random, 175, 55, 13)} fill={context} opacity="0.7" />
      <path d={ridge(random, 208, 40, 21)} fill={context} />
    </svg>
  );
});
