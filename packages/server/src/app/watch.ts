import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';

/** Health (the process serves), readiness (the database answers and nobody is stopping us) and Prometheus metrics. */
export function mountWatch(app: FastifyInstance, ground: Ground, isStopping: () => boolean): void {
  const options = { exposeHeadRoute: false };
  app.get('/api/health', options, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get('/api/ready', options, async (_, reply) => {
    const ok =
      !isStopping() &&
      (await sql`select 1`.execute(ground.db).then(
        () => true,
        () => false,
      ));
    return reply
      .header('cache-control', 'no-store')
      .code(ok ? 200 : 503)
      .send({ ok });
  });
  app.get('/api/metrics', options, async (request, reply) => {
    if (!mayRead(request, ground.config.metricsToken)) throw fault('not_found');
    return reply
      .type(ground.metrics.registry.contentType)
      .send(await ground.metrics.registry.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
