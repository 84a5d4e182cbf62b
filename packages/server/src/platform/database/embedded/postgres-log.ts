import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const LIMIT_BYTES = 5 * 1024 * 1024;
const TAIL_BYTES = 3_000;

export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * The server appends (O_APPEND), so its file may be truncated while it is open. Two files of about
 * this size are kept.
 */
export function trimLog(path: string): void {
  if (logSize(path) <= LIMIT_BYTES) return;
  copyFileSync(path, `${path}.old`);
  truncateSync(path);
}

export function readLogTail(path: string, from: number): string {
  const size = logSize(path);
  const start = Math.max(Math.min(from, size), size - TAIL_BYTES);
  const buffer = Buffer.alloc(size - start);
  const handle = openSync(path, 'r');
  try {
    readSync(handle, buffer, 0, buffer.length, start);
  } finally {
    closeSync(handle);
  }
  return buffer.toString().trim();
}
