import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ErrorCode } from '@respa/contract/app-errors';
import { MINUTE_MS } from '@respa/contract/durations';
import type { RouteSpec } from '@respa/contract/route';
import { nowMs } from '#platform/runtime/clock.ts';
import { addressKey } from './address-key.ts';

/** Refusals that tell of an attack: of rights, of proofs of identity, and of limits. */
const WRITTEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'forbidden',
  'not_activated',
  'factor_required',
  'sign_in_again',
  'suspended',
  'unknown_proxy',
  'bad_credentials',
  'bad_password',
  'password_required',
  'bad_code',
  'bad_passkey',
  'challenge_over',
  'bad_link',
  'too_often',
  'too_many_uploads',
]);
/** Changes of how an account is reached, beside those below /auth. */
const ACCOUNT_CALLS: ReadonlySet<string> = new Set([
  'POST /deleteprofile',
  'POST /return-password',
  'POST /export',
]);
/** How many different refusals are told apart within a minute. */
const MOST_KEPT = 10_000;

/**
 * The security events of the structured log (`docs/operations.md`): `event`, the call, and who it was: a
 * member's id or, without one, what limits count for the network address.
 */
export type SecurityLog = {
  /** Remembers whose token a request has. */
  know(request: FastifyRequest, userId: string): void;
  /** Writes a refusal down, the same one once a minute. */
  refused(request: FastifyRequest, code: ErrorCode): void;
  /** Writes down that a call has changed an account or was made by the admin. */
  done(request: FastifyRequest, route: RouteSpec, reply: unknown): void;
};

const isWritten = ({ method, path, access, writes }: RouteSpec): boolean =>
  (method !== 'GET' || writes === true) &&
  (access === 'admin' || path.startsWith('/auth/') || ACCOUNT_CALLS.has(`${method} ${path}`));

/** Creates the log of security events of one server. */
export function makeSecurityLog(log: Logger): SecurityLog {
  const callers = new WeakMap<FastifyRequest, string>();
  /** When a refusal may be written again, and how often it was not. */
  const refusals = new Map<string, { ends: number; left: number }>();
  const whoIs = (request: FastifyRequest, userId = callers.get(request)) =>
    userId === undefined ? { address: addressKey(request.ip) } : { user: userId };
  return {
    know: (request, userId) => void callers.set(request, userId),
    refused(request, code) {
      if (!WRITTEN.has(code)) return;
      const facts = {
        event: 'refused',
        code,
        call: `${request.method} ${request.routeOptions.url ?? ''}`,
        ...whoIs(request),
      };
      const key = JSON.stringify(facts);
      const known = refusals.get(key);
      if (known !== undefined && known.ends > nowMs()) return void (known.left += 1);
      if (refusals.size >= MOST_KEPT) refusals.clear();
      refusals.set(key, { ends: nowMs() + MINUTE_MS, left: 0 });
      log.warn({ ...facts, ...(known?.left ? { repeated: known.left } : {}) }, 'security');
    },
    done(request, route, reply) {
      if (!isWritten(route)) return;
      const { userId } = (reply ?? {}) as { userId?: string };
      const event = route.access === 'admin' ? 'admin' : 'account';
      log.info(
        {
          event,
          call: `${route.method} ${route.path}`,
          ...whoIs(request, callers.get(request) ?? userId),
        },
        'security',
      );
    },
  };
}
