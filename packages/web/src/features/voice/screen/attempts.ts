import { ApiError } from '#lib/network/call.ts';
import { NoConnection } from '../call/transport.ts';

/** Pauses before attempts to connect, in ms. */
export const PAUSES_MS = [0, 1_000, 3_000, 6_000];
/** Returns whether another attempt may help: also until the server knows that the call is connected. */
export const mayPass = (error: unknown): boolean =>
  error instanceof NoConnection ||
  (error instanceof ApiError &&
    (error.code === 'offline' || error.code === 'screen_outside' || error.status >= 500));
