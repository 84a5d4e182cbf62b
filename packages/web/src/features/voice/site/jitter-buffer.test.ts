import { expect, test } from 'vitest';
import { JitterBuffer } from './jitter-buffer.ts';

/** What is asked for at once, a part of 20 ms, and these at 48 kHz. */
const [BLOCK, FRAME] = [120, 960];
const frameOf = (value: number) => new Float32Array(FRAME).fill(value);
/** Plays so many milliseconds; returns the share of samples that were not silence. */
function play(buffer: JitterBuffer, ms: number, rate = 48_000): number {
  let [all, loud] = [0, 0];
  const block = new Float32Array(BLOCK);
  for (let played = 0; played < (ms * rate) / 1_000; played += BLOCK) {
    buffer.pull(block);
    all += BLOCK;
    loud += block.filter((sample) => sample !== 0).length;
  }
  return loud / all;
}

test('plays an even voice without gaps once enough is there', () => {
  const buffer = new JitterBuffer(48_000);
  buffer.push(frameOf(0.5), false);
  expect(play(buffer, 20)).toBe(0);
  for (let frame = 0; frame < 3; frame += 1) buffer.push(frameOf(0.5), true);
  for (let frame = 0; frame < 100; frame += 1) {
    buffer.push(frameOf(0.5), true);
    expect(play(buffer, 20)).toBe(1);
  }
  expect(buffer.aim).toBe(60 * 48);
});

test('keeps the pitch at another rate of the loudspeaker', () => {
  const buffer = new JitterBuffer(44_100);
  const wave = Float32Array.from({ length: FRAME * 10 }, (_, at) =>
    Math.sin((2 * Math.PI * 441 * at) / 48_000),
  );
  buffer.push(wave.subarray(0, FRAME * 6), false);
  const out = new Float32Array(BLOCK);
  buffer.pull(out);
  // A hundred samples are one period of 441 Hz.
  expect(out[25]).toBeCloseTo(1, 1);
  expect(out[75]).toBeCloseTo(-1, 1);
  expect(out[100]).toBeCloseTo(0, 1);
});

test('collects more after a gap of the network, but not after a pause of the speaker', () => {
  const buffer = new JitterBuffer(48_000);
  const burst = (follows: boolean) => {
    for (let frame = 0; frame < 20; frame += 1) buffer.push(frameOf(0.5), follows || frame > 0);
  };
  burst(false);
  play(buffer, 1_000);
  burst(false);
  expect(buffer.aim).toBe(60 * 48);
  play(buffer, 1_000);
  burst(true);
  expect(buffer.aim).toBe(90 * 48);
  for (let gap = 0; gap < 20; gap += 1) {
    play(buffer, 1_000);
    burst(true);
  }
  expect(buffer.aim).toBe(400 * 48);
  // A quiet network needs less again.
  for (let frame = 0; frame < 3_000; frame += 1) {
    buffer.push(frameOf(0.5), true);
    play(buffer, 20);
  }
  expect(buffer.aim).toBeLessThan(250 * 48);
});

test('catches up with a burst, and drops what is far too late', () => {
  const buffer = new JitterBuffer(48_000);
  for (let frame = 0; frame < 40; frame += 1) buffer.push(frameOf(0.5), frame > 0);
  // 800 ms are held; each second of play takes 40 ms more off.
  for (let frame = 0; frame < 1_500; frame += 1) {
    buffer.push(frameOf(0.5), true);
    play(buffer, 20);
  }
  expect(play(buffer, 200)).toBeLessThan(0.8);
  for (let frame = 0; frame < 500; frame += 1) buffer.push(frameOf(0.9), frame > 0);
  expect(play(buffer, 3_000)).toBeLessThan(0.4);
});

test('plays a word that is shorter than what it collects', () => {
  const buffer = new JitterBuffer(48_000);
  buffer.push(frameOf(0.5), false);
  expect(play(buffer, 200)).toBeGreaterThan(0.08);
});
