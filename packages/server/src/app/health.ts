import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';

/**
 * Mounts health (the process serves), readiness (the database answers and the server is not
 * stopping) and Prometheus metrics.
 */
export function mountWatch(
  http: FastifyInstance,
  context: AppContext,
  isStopping: () => boolean,
): void {
  const options = { exposeHeadRoute: false };
  http.get('/api/health', options, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  http.get('/api/ready', options, async (_, reply) => {
    const ok =
      !isStopping() &&
      (await sql`select 1`.execute(context.db).then(
        () => true,
        () => false,
      ));
    return reply
      .header('cache-control', 'no-store')
      .code(ok ? 200 : 503)
      .send({ ok });
  });
  http.get('/api/metrics', options, async (request, reply) => {
    if (!mayRead(request, context.config.metricsToken)) throw appError('not_found');
    return reply
      .type(context.metrics.registry.contentType)
      .send(await context.metrics.registry.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
  const input = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return input.length === wanted.length && timingSafeEqual(input, wanted);
}
