// Runs in its own thread, started by mp4-metadata.ts; sends '' or the reason for refusal, and exits.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@respa/contract/app-errors';
import { eraseInPlace } from './mp4-metadata.ts';

let refusal = '';
try {
  await eraseInPlace(workerData as string);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  refusal = error.message;
}
parentPort?.postMessage(refusal);
