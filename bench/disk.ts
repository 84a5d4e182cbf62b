import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { percentiles } from './volley.ts';

/** The size of a small commit's write. */
const BYTES = 8_192;
const EVERY_MS = 50;

/**
 * Measures the disk of a folder by itself, next to the actual measurement: writes and flushes a
 * page twenty times a second. The returned function reports how long that
 * took. Every acknowledged write waits for the same disk, so no program's slowest write is faster
 * than this one's.
 */
export async function askDisk(folder: string): Promise<() => Promise<string>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: join(folder, 'disk-asked') });
  await new Promise((resolve, reject) => worker.once('online', resolve).once('error', reject));
  return async () => {
    const told = new Promise<number[]>((resolve) => {
      worker.once('message', resolve);
    });
    worker.postMessage('end');
    const times = await told;
    await worker.terminate();
    const { p50, p99 } = percentiles(times);
    return `диск сам по себе: p50 ${p50.toFixed(2)} мс, p99 ${p99.toFixed(1)} мс, самое долгое ${Math.max(...times).toFixed(1)} мс`;
  };
}

if (!isMainThread) {
  const path = workerData as string;
  const file = openSync(path, 'w');
  const page = Buffer.alloc(BYTES);
  const times: number[] = [];
  const timer = setInterval(() => {
    const since = performance.now();
    writeSync(file, page, 0, BYTES, 0);
    fdatasyncSync(file);
    times.push(performance.now() - since);
  }, EVERY_MS);
  parentPort!.once('message', () => {
    clearInterval(timer);
    closeSync(file);
    rmSync(path);
    parentPort!.postMessage(times);
  });
}
