import type { FastifyRequest } from 'fastify';
import { addressKey } from '#platform/http/address-key.ts';
import { DEVICE_COOKIE } from './sessions/session-cookies.ts';
import { deviceOf } from './sessions/sessions.ts';
import type { Origin } from './sign-ins.ts';

const SECRET = new RegExp(String.raw`(?:^|;\s*)${DEVICE_COOKIE}=([\w-]{43})(?:;|$)`);

/** Returns where a request comes from, as a session and the limits remember it. */
export const originOf = (request: FastifyRequest): Origin => ({
  device: deviceOf(request.headers['user-agent']),
  address: request.ip,
  addressKey: addressKey(request.ip),
  secret: SECRET.exec(request.headers.cookie ?? '')?.[1] ?? null,
});
