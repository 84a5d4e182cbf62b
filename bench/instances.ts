import { startRedis } from '../tests/support/servers/redis.ts';
import type { Viewer } from './calls.ts';
import { measurePath } from './delay.ts';
import { startProgram } from './programs.ts';
import type { DataSet } from './sets.ts';

const [TARGET_MS, AWAY_MS] = [25, 5_000];

/**
 * Measures messages that one server receives and streams of another deliver: over Redis, and over
 * the fallback after Redis is killed.
 */
export async function measureInstances(
  set: DataSet,
  viewers: Viewer[],
  seconds: number,
): Promise<string[]> {
  const path = process.env['REDIS_PATH'];
  if (path === undefined) {
    console.log('\nДва сервера: пропущено, нет redis-server (укажите REDIS_PATH)');
    return [];
  }
  const redis = await startRedis(path);
  const env = { DATABASE_URL: set.url, DATA_DIR: set.dataDir, REDIS_URL: redis.url };
  const [one, other] = [await startProgram('./ours.ts', env), await startProgram('./ours.ts', env)];
  try {
    const missed = await measurePath(
      {
        title: 'Два сервера: от отправки одному до потока на другом',
        sendTo: one.port,
        streamsAt: other.port,
        dataDir: set.dataDir,
        targetMs: TARGET_MS,
      },
      viewers,
      seconds,
    );
    await redis.kill();
    return [
      ...missed,
      ...(await measurePath(
        {
          title: 'Два сервера без Redis',
          sendTo: one.port,
          streamsAt: other.port,
          dataDir: set.dataDir,
          targetMs: AWAY_MS,
        },
        viewers,
        seconds,
      )),
    ];
  } finally {
    await Promise.all([one.stop(), other.stop()]);
    await redis.stop();
  }
}
