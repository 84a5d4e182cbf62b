import { Redis } from 'ioredis';
import { startRedis } from '../tests/support/servers/redis.ts';
import type { DataSet } from './sets.ts';
import { fire, type Lane } from './volley.ts';

/**
 * The number of servers in docs/measurements/scale.md, and the bytes of a message event with its
 * envelope.
 */
const [SERVERS, EVENT_BYTES] = [12, 900];
const TABLES = ['messages', 'notifications', 'likes', 'room_members'];

/**
 * Measures what a row takes on disk with its indexes, what a message adds to the database's log,
 * and what Redis can forward: figures that docs/measurements/scale.md calculates with; none has a
 * target.
 */
export async function measureSizes({
  set,
  port,
  lanes,
  seconds,
}: {
  set: DataSet;
  port: number;
  lanes: Lane[];
  seconds: number;
}): Promise<void> {
  const rows = await set.query<{
    name: string;
    rows: number;
    bytes: number;
    indexes: number;
  }>(`
    select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes,
      pg_indexes_size(oid)::float8 as indexes
    from pg_class
    where relkind = 'r'
      and relname in (${TABLES.map((name) => `'${name}'`).join(', ')})
      and reltuples > 1000
    order by 1
  `);
  console.log('\nРазмеры: на диске на строку, из них индексы');
  for (const { name, rows: count, bytes, indexes } of rows)
    console.log(
      `  ${name}: ${(bytes / count).toFixed(0)} байт, индексы ${(indexes / count).toFixed(0)} (строк ${count})`,
    );
  const place = async () =>
    (await set.query<{ place: string }>('select pg_current_wal_insert_lsn()::text as place'))[0]!
      .place;
  await fire({ port, lanes, seconds: 1 });
  const before = await place();
  const { count } = await fire({ port, lanes, seconds, perSecond: 300 });
  const [{ bytes }] = (await set.query<{ bytes: number }>(
    `select pg_wal_lsn_diff('${await place()}', '${before}')::float8 as bytes`,
  )) as [{ bytes: number }];
  console.log(
    `  журнал (WAL) на сообщение: ${(bytes / count).toFixed(0)} байт при 300 сообщениях в секунду, ${count} сообщений`,
  );
  await measureRedis(seconds);
}
async function measureRedis(seconds: number): Promise<void> {
  const path = process.env['REDIS_PATH'];
  if (path === undefined)
    return console.log('  Redis: пропущено, нет redis-server (укажите REDIS_PATH)');
  const redis = await startRedis(path);
  const publisher = new Redis(redis.url);
  const readers = Array.from({ length: SERVERS }, () => new Redis(redis.url));
  try {
    let heard = 0;
    for (const reader of readers) {
      reader.on('message', () => {
        heard += 1;
      });
      await reader.subscribe('events');
    }
    const spent = async () =>
      Array.from(
        (await publisher.info('cpu')).matchAll(/used_cpu_(?:sys|user):([\d.]+)/g),
        ([, value]) => Number(value),
      ).reduce((sum, one) => sum + one, 0);
    const [event, before] = ['x'.repeat(EVENT_BYTES), await spent()];
    for (const ends = performance.now() + seconds * 1000; performance.now() < ends;)
      await Promise.all(Array.from({ length: 20 }, () => publisher.publish('events', event)));
    const took = (await spent()) - before;
    console.log(
      `  Redis, ${SERVERS} серверов, событие ${EVENT_BYTES} байт: ${(heard / took / 1000).toFixed(0)} тысяч доставок на секунду его процессора`,
    );
  } finally {
    for (const one of [publisher, ...readers]) one.disconnect();
    await redis.stop();
  }
}
