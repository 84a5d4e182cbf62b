import type { IncomingMessage } from 'node:http';
import type { BusboyInstance } from '@fastify/busboy';
import { appError } from '@respa/contract/app-errors';

/**
 * How much of a rejected body is still read, so that the browser can read the rejection instead of
 * a broken connection.
 */
const DRAIN_BYTES = 256 * 1024 * 1024;
const DRAIN_MS = 60_000;

export type FormBody = {
  /** Starts to pass the body to the parser. */
  start(): void;
  /** Stops passing it on. */
  stop(): void;
};

/**
 * Passes the body of a request to the parser. `refuse` is called if the body is too large, cut off,
 * or slower than the pace of `watchPace`. Whole uploads have no time limit: 2 GB may take an hour.
 */
export function makeFormBody(
  request: IncomingMessage,
  parser: BusboyInstance,
  maxBytes: number,
  refuse: (error: unknown) => void,
): FormBody {
  let bytes = 0;
  let [hasEnded, isStopped] = [false, false];
  const onSlow = () => refuse(appError('too_slow'));
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) return refuse(appError('too_large'));
    if (!parser.write(chunk) && !isStopped) request.pause();
  };
  const onEnd = () => {
    hasEnded = true;
    parser.end();
  };
  const onClose = () => {
    if (!hasEnded) refuse(appError('bad_multipart'));
  };
  return {
    start() {
      parser.on('drain', () => {
        if (!isStopped) request.resume();
      });
      request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
      request.on('slow', onSlow);
      if (request.destroyed) onClose();
    },
    stop() {
      isStopped = true;
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      request.off('slow', onSlow);
    },
  };
}

/** Reads and discards the rest of a rejected body, within limits. */
export function drain(request: IncomingMessage): void {
  request.on('error', () => undefined);
  if (request.destroyed || request.readableEnded) return;
  let left = DRAIN_BYTES;
  const timeout = setTimeout(() => request.destroy(), DRAIN_MS).unref();
  request.on('end', () => clearTimeout(timeout)).on('close', () => clearTimeout(timeout));
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}
