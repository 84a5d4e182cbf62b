import { connectRedis } from '../../packages/server/src/platform/live/bus-transports.ts';

/** A connection as a server has it, but patient: how long an answer may take on a busy machine is not what is asked. */
export async function openRedis(url: string): Promise<ReturnType<typeof connectRedis>> {
  const redis = connectRedis(url);
  delete redis.options.commandTimeout;
  await redis.connect();
  return redis;
}
/** How many times Redis has run a script of windows so far. */
export async function countAsked(redis: ReturnType<typeof connectRedis>): Promise<number> {
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
}
