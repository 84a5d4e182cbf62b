import { randomBytes } from 'node:crypto';
import { PLAYER_ORIGINS } from '@respa/contract/players';
import type { FastifyReply } from 'fastify';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Voice messages and voice rooms need the microphone, shared screens the capture of a display.
  'permissions-policy': [
    'microphone=(self)',
    'display-capture=(self)',
    ...['camera', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'].map(
      (feature) => `${feature}=()`,
    ),
    ...['accelerometer', 'gyroscope', 'magnetometer'].map((feature) => `${feature}=()`),
  ].join(', '),
  'x-frame-options': 'DENY',
  // Pages and files have more of it. Workers obey the policy of their script, so it says only this.
  'content-security-policy': "frame-ancestors 'none'",
};
const HTTPS_HEADERS = { ...HEADERS, 'strict-transport-security': 'max-age=63072000' };
/**
 * Sets the headers of every response (`docs/architecture.md`). HSTS only if the site is reached
 * over https.
 */
export function secureAnswer(reply: FastifyReply, https: boolean): void {
  reply.headers(https ? HTTPS_HEADERS : HEADERS);
}

export const makeNonce = (): string => randomBytes(16).toString('base64');

/**
 * Returns the policy of the player that other sites embed: no scripts and no requests but for its
 * pictures and the video. `store` is as in `pagePolicy`.
 */
export function embedPolicy(nonce: string, store?: string): string {
  const also = store === undefined ? '' : ` ${store}`;
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `img-src 'self'${also}`,
    `media-src 'self'${also}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}

/**
 * Returns the content security policy of pages: scripts by nonce only, no inline styles except
 * those with the nonce. Only the players of video sites may stand in a frame. `store` is the origin to
 * which file readers are redirected, `liveKit` that of the LiveKit server (wss:), if any.
 */
export function pagePolicy(nonce: string, store?: string, liveKit?: string): string {
  const also = store === undefined ? '' : ` ${store}`;
  // It is asked by http too why a connection failed.
  const voice = liveKit === undefined ? '' : ` ${liveKit} ${liveKit.replace(/^ws/, 'http')}`;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data:${also}`,
    `media-src 'self' blob:${also}`,
    `connect-src 'self'${also}${voice}`,
    "font-src 'self'",
    "worker-src 'self' blob:",
    `frame-src ${PLAYER_ORIGINS.join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** The content security policy of the service worker, which only sends requests to the site. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
