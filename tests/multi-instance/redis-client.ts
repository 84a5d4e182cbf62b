import { connectRedis } from '../../packages/server/src/platform/live/bus-transports.ts';

/**
 * Opens a Redis connection like a server, but without the command timeout, because these tests do
 * not measure speed on a busy machine.
 */
export async function openRedis(url: string): Promise<ReturnType<typeof connectRedis>> {
  const redis = connectRedis(url);
  delete redis.options.commandTimeout;
  await redis.connect();
  return redis;
}
/** Returns how many times Redis has run a rate-limit script so far. */
export async function countAsked(redis: ReturnType<typeof connectRedis>): Promise<number> {
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
}
