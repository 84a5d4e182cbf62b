import { createHmac, randomBytes } from 'node:crypto';
import { HOUR_SECONDS } from '@respa/contract/durations';

/** What a browser needs to use a TURN server. */
export type IceServer = { urls: string[]; username: string; credential: string };

/**
 * Returns credentials for an hour by the scheme of coturn's `use-auth-secret` (draft-uberti-behave-
 * turn-rest): the name is the end in seconds and a random part, the password its HMAC-SHA1. They name
 * nobody, so that the relay's log does not.
 */
export function makeTurnCredentials(
  { urls, secret }: { urls: readonly string[]; secret: string },
  nowMs: number,
): IceServer {
  const ends = Math.floor(nowMs / 1_000) + HOUR_SECONDS;
  const username = `${ends}:${randomBytes(9).toString('base64url')}`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  return { urls: [...urls], username, credential };
}
