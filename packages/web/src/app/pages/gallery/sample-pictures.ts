import { rgbaToThumbHash } from 'thumbhash';
import type { PictureSource } from '#ui/media/picture.tsx';

const SKIES = [
  ['#2f4d86', '#6d90e6', '#44629e', '#20345b', '#14213d'],
  ['#6f4427', '#d28243', '#8c552e', '#4a2b1b', '#2c1b13'],
  ['#2f5d35', '#86b84a', '#4c7d3c', '#1f4128', '#13281a'],
  ['#5c2a63', '#c65487', '#7f3a78', '#4a2150', '#2c1432'],
  ['#35756a', '#6cb896', '#3a7b6f', '#17403f', '#0f2a2e'],
] as const;

/** Returns a generated landscape, so that the gallery needs no server. */
export function samplePicture(seed: number, width = 960, height = 600): PictureSource {
  const [top, low, far, middle, near] = SKIES[seed % SKIES.length]!;
  const ridge = (base: number, rough: number, step: number) => {
    const points = Array.from(
      { length: 9 },
      (_, index) =>
        `${(index * width) / 8},${height * (base + rough * Math.sin(index * step + seed * 1.7))}`,
    );
    return `M0,${height} L${points.join(' L')} L${width},${height} Z`;
  };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/><circle cx="${width * 0.42}" cy="${height * 0.42}" r="${height * 0.12}" fill="#fff3cf"/><path d="${ridge(0.46, 0.09, 1.9)}" fill="${far}"/><path d="${ridge(0.64, 0.06, 2.6)}" fill="${middle}"/><path d="${ridge(0.82, 0.05, 1.3)}" fill="${near}"/></svg>`;
  return {
    src: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    width,
    height,
    alt: 'Горы на закате',
    thumbhash: sampleHash([top, low, far, middle, near]),
  };
}

function sampleHash(colours: readonly string[]): string {
  const size = 16;
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    const colour = Number.parseInt(
      colours[Math.floor((row / size) * colours.length)]!.slice(1),
      16,
    );
    for (let column = 0; column < size; column += 1)
      pixels.set([colour >> 16, (colour >> 8) & 255, colour & 255, 255], (row * size + column) * 4);
  }
  return btoa(String.fromCharCode(...rgbaToThumbHash(size, size, pixels)));
}
