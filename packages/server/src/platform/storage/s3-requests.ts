import type { Logger } from 'pino';
import { asFailure, isAbsent, type Transport } from './s3-client.ts';

/** Requests to a bucket. Failures become `no_space` or `StoreAway`. */
export type S3Requests = Transport & {
  log: Logger;
  ask<T>(promise: Promise<T>): Promise<T>;
  /** Returns null if the object does not exist. */
  orNull<T>(promise: Promise<T>): Promise<T | null>;
};

export function makeS3Requests(transport: Transport, log: Logger): S3Requests {
  const ask = <T>(promise: Promise<T>): Promise<T> =>
    promise.catch((error: unknown) => {
      throw asFailure(error, log);
    });
  const orNull = <T>(promise: Promise<T>): Promise<T | null> =>
    ask(
      promise.catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      }),
    );
  return { ...transport, log, ask, orNull };
}

/**
 * Lists return milliseconds, single responses whole seconds: the same object must have the same
 * time.
 */
export const wholeSeconds = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / 1000) * 1000);
