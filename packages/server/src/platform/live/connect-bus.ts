import type { Logger } from 'pino';
import { makeBus, makeLoneBus, type Bus } from './bus.ts';
import { connectRedis, createDatabaseTransport, createRedisTransport } from './bus-transports.ts';
import type { Config } from '#platform/runtime/config.ts';
import type { Print } from '#platform/runtime/log.ts';
import { makeSharedWindows, type SharedWindows } from '#platform/http/shared-windows.ts';

const LOOK_MS = 1_000;
/** What instances share: the bus, and the rate limit windows (null: in memory). */
export type Shared = { bus: Bus; windows: SharedWindows | null; isRedisWell(): boolean };

/**
 * Connects to the other instances. Without REDIS_URL this server runs alone. Redis may be down at
 * any time, including at startup: a message is printed in the terminal, and the database carries
 * the live events.
 */
export function shareWithOthers(
  config: Config,
  databaseUrl: string,
  print: Print,
  log: Logger,
): Shared {
  if (config.redisUrl === undefined)
    return { bus: makeLoneBus(), windows: null, isRedisWell: () => true };
  const commands = connectRedis(config.redisUrl);
  const transport = createRedisTransport(commands, connectRedis(config.redisUrl));
  const bus = makeBus(transport, createDatabaseTransport(databaseUrl), (error) =>
    log.error({ err: error }, 'what another instance told was not understood'),
  );
  let [wasWell, timer]: [boolean, NodeJS.Timeout | undefined] = [true, undefined];
  const look = () => {
    const isWell = transport.isWell() && transport.isConnected();
    if (isWell === wasWell) return;
    wasWell = isWell;
    print(
      isWell
        ? 'Redis отвечает: живые события и ограничения снова идут через него.'
        : 'Redis (REDIS_URL) не отвечает: живые события идут через базу, ограничения каждый сервер пока считает сам.',
    );
  };
  return {
    windows: makeSharedWindows(commands),
    isRedisWell: () => transport.isWell() && transport.isConnected(),
    bus: {
      ...bus,
      async start() {
        await bus.start();
        timer = setInterval(look, LOOK_MS);
        timer.unref();
      },
      async stop() {
        clearInterval(timer);
        await bus.stop();
      },
    },
  };
}
