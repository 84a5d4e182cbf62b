import { memo } from 'react';

const WIDTH = 160;
const HEIGHT = 80;

/**
 * Returns a pixel skyline that goes up and down in steps, the same on every call with the same
 * seed.
 */
function ridge(seed: number, base: number, rough: number, stride: number): string {
  let path = `M0 ${HEIGHT}`;
  for (let x = 0; x < WIDTH; x += stride) {
    const wave =
      Math.sin(x * 0.045 + seed) +
      0.55 * Math.sin(x * 0.13 + seed * 2.3) +
      0.3 * Math.sin(x * 0.41 + seed * 5.1);
    path += `V${Math.round(base - rough * wave)}H${Math.min(x + stride, WIDTH)}`;
  }
  return `${path}V${HEIGHT}z`;
}

const STARS = Array.from(
  { length: 46 },
  (_, index) =>
    `M${(index * 61 + 7 * (index % 5)) % WIDTH} ${(index * 37 + 3 * (index % 7)) % 44}h.5v.5h-.5z`,
).join('');
const FAR = ridge(1.2, 50, 7, 2);
const MIDDLE = ridge(3.9, 60, 5, 2);
const NEAR = ridge(0.4, 71, 1.2, 4);

/**
 * A night scene over pixel hills that the landing's creatures stand on. It is drawn once in the
 * page; the other places reference it.
 */
export const Scenery = memo(function Scenery({
  className,
  first,
}: {
  className?: string | undefined;
  first?: boolean;
}) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {first ? (
        <g id="night">
          <Night />
        </g>
      ) : (
        <use href="#night" />
      )}
    </svg>
  );
});

function Night() {
  return (
    <>
      <path d={STARS} fill="#363e4b" />
      <path d={FAR} fill="#181d25" />
      <path d={MIDDLE} fill="#1f2630" />
      <path d={NEAR} fill="#28331d" />
      <path d={`M0 74h${WIDTH}v6H0z`} fill="#1f2817" />
    </>
  );
}
