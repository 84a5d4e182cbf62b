import { spawn } from 'node:child_process';

/**
 * Milliseconds that the sample takes on the quiet machine that the waiting times were written for.
 */
const REFERENCE_MS = 500;
/** A machine slower than this fails for other reasons. */
const MOST = 6;
/** As many processes as the tests keep busy, each with work of the kind that tests do. */
const PROCESSES = 2;
const SAMPLE = `
  const row = { id: 'a'.repeat(36), text: 'Привет, это сообщение'.repeat(5), at: 1, tags: [1, 2, 3] };
  let length = 0;
  for (let turn = 0; turn < 250_000; turn += 1) length += JSON.stringify(JSON.parse(JSON.stringify(row))).length;
`;

/**
 * Measures how slow or busy this machine is. Returns how many times longer than usual tests should
 * wait: at least 1, rounded up to a half.
 */
export async function measurePatience() {
  const begun = performance.now();
  await Promise.all(
    Array.from(
      { length: PROCESSES },
      () =>
        new Promise((resolve) => {
          spawn(process.execPath, ['-e', SAMPLE]).once('close', resolve).once('error', resolve);
        }),
    ),
  );
  const factor = (performance.now() - begun) / REFERENCE_MS;
  return Math.min(MOST, Math.max(1, Math.ceil(factor * 2 - 0.5) / 2));
}
