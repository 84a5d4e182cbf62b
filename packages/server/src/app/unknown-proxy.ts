import type { FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** What proxies add to name the client; browsers send none of it. */
const HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded'] as const;

/**
 * Returns a check for a server that expects no proxy (TRUST_PROXY=0). Behind one, all clients would
 * have the address of the proxy: they would share every rate limit, and on the same machine all of
 * them could read the metrics. The check throws `unknown_proxy` for a request that came through a
 * proxy, and says once what to set.
 */
export function makeProxyCheck({
  config,
  print,
  log,
}: AppContext): (request: FastifyRequest) => void {
  if (config.trustProxy > 0) return () => {};
  let hasSaid = false;
  return ({ headers }) => {
    const found = HEADERS.find((name) => headers[name] !== undefined);
    if (found === undefined) return;
    if (!hasSaid) {
      hasSaid = true;
      print(
        `Запросы приходят через прокси (заголовок ${found}), а TRUST_PROXY не задан: они отклоняются. Задайте TRUST_PROXY=1.`,
      );
      log.warn({ header: found }, 'requests come through a proxy: set TRUST_PROXY');
    }
    throw appError('unknown_proxy');
  };
}
