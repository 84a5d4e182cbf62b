// Runs in its own thread, started by passport.ts; posts one reply and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { readApk } from './apk.ts';
import { ApkRefused } from './apk-bytes.ts';
import type { ApkAnswer } from './passport.ts';

const answer: ApkAnswer = await readApk((workerData as { path: string }).path).catch(
  (error: unknown) => {
    if (error instanceof ApkRefused) return { code: error.code };
    throw error;
  },
);
parentPort?.postMessage(answer);
