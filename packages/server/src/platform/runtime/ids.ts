import { hash, randomBytes, randomFillSync } from 'node:crypto';
import { nowMs } from './clock.ts';

const pool = Buffer.alloc(4096);
let used = pool.length;
let lastMs = 0;
let counter = 0;

/**
 * Returns a UUIDv7: 48 bits of milliseconds, a 12-bit counter that keeps ids of one process in
 * order, 62 random bits (RFC 9562).
 */
export function newId(at: number = nowMs()): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 8);
  used += 8;
  if (at > lastMs) {
    lastMs = at;
    counter = pool.readUInt16BE(used) & 0x7ff;
    used += 2;
  } else if (counter < 0xfff) counter += 1;
  else {
    lastMs += 1;
    counter = 0;
  }
  const time = (at >= lastMs ? at : lastMs).toString(16).padStart(12, '0');
  const rest = bytes.toString('hex');
  const variant = ((bytes[0]! & 0x3f) | 0x80).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${rest.slice(2, 4)}-${rest.slice(4)}`;
}

/** Returns the time that a UUIDv7 carries, in milliseconds. */
export const timeOfId = (id: string): number =>
  Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Returns 256 random bits for tokens and links: base64url, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
/** Returns the stored form of a secret. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (value: string): boolean => UUID.test(value);
/**
 * Returns the lowest possible UUIDv7 of a time in milliseconds: the point where a walk along ids
 * reaches that time.
 */
export const firstIdOf = (at: number): string =>
  `${at
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`;
