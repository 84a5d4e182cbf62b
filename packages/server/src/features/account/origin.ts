import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '@respa/contract/durations';
import { addressKey } from '#platform/http/address-key.ts';
import { deviceOf } from './sessions.ts';
import type { Origin } from './sign-ins.ts';

/** The cookie by which a browser that has signed in before is recognised. It opens nothing. */
export const DEVICE_COOKIE = 'respa_device';
const DEVICE_DAYS = 365;
const SECRET = new RegExp(String.raw`(?:^|;\s*)${DEVICE_COOKIE}=([\w-]{43})(?:;|$)`);

/** Returns where a request comes from, as a session and the limits remember it. */
export const originOf = (request: FastifyRequest): Origin => ({
  device: deviceOf(request.headers['user-agent']),
  address: request.ip,
  addressKey: addressKey(request.ip),
  secret: SECRET.exec(request.headers.cookie ?? '')?.[1] ?? null,
});
/** Returns a cookie that stores the secret of this browser, sent to the account calls only. */
export const deviceCookie = (secret: string, isSecure: boolean): string =>
  `${DEVICE_COOKIE}=${secret}; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=${DEVICE_DAYS * DAY_SECONDS}${isSecure ? '; Secure' : ''}`;

/** Adds the cookies of a session that has begun to a reply. */
export type SessionCookies = {
  start(reply: FastifyReply, signed: { mediaToken: string; deviceSecret?: string }): void;
  end(reply: FastifyReply): void;
};
