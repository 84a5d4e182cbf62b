/** MP3 supports sample rates up to 48 kHz; higher ones are averaged down by an integer factor. */
export const thinningOf = (rate: number): number => Math.ceil(rate / 48_000);
export function thin(samples: Float32Array, by: number): Float32Array<ArrayBuffer> {
  const thinned = new Float32Array(Math.floor(samples.length / by));
  for (let index = 0; index < thinned.length; index += 1) {
    let sum = 0;
    for (let step = 0; step < by; step += 1) sum += samples[index * by + step]!;
    thinned[index] = sum / by;
  }
  return thinned;
}
/** Returns the loudness of a piece of sound, 0 to 1. */
export const loudness = (samples: Float32Array): number =>
  samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

// Even a whisper is visible, and silence is not scaled up to a shout.
const QUIET = 0.05;
/**
 * Reduces the levels of a recording to at most `count` numbers from 0 to 100: the peak of each
 * part, relative to the loudest of all.
 */
export function peaksOf(levels: readonly number[], count: number): number[] {
  const parts = Math.min(count, levels.length);
  const loudest = levels.reduce((most, level) => Math.max(most, level), QUIET);
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [
      Math.floor((part * levels.length) / parts),
      Math.floor(((part + 1) * levels.length) / parts),
    ];
    return Math.min(100, Math.round((Math.max(...levels.slice(from, to)) / loudest) * 100));
  });
}
