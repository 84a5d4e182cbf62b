import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fillDemo } from '../packages/server/src/app/demo/fill-demo.ts';
import { startServer } from '../packages/server/src/app/server.ts';
import { readConfig } from '../packages/server/src/platform/runtime/config.ts';
import { startEmbeddedPostgres } from '../packages/server/src/platform/database/embedded/embedded-postgres.ts';

export type DataSet = {
  title: string;
  url: string;
  dataDir: string;
  query<T>(text: string): Promise<T[]>;
  stop(): Promise<void>;
};
export const SMALL = {
  name: 'small',
  title: '1 000 участников, 50 000 сообщений',
  members: 1_000,
  messages: 50_000,
};
export const CONVERSATIONS = {
  name: 'talks',
  title: '2 500 000 сообщений: комната на миллион и 200 000 у одного участника',
  members: 1_000,
  messages: 5_000,
};
export const READERS = {
  name: 'readers',
  title: 'группа на 100 000 подписчиков',
  members: 1_000,
  messages: 5_000,
};
export const BOARD = {
  name: 'board',
  title: 'миллион объявлений',
  members: 1_000,
  messages: 5_000,
};
export const PEOPLE = {
  name: 'people',
  title: '100 000 участников с друзьями и играми',
  members: 100,
  messages: 0,
};
export const PARTED = { name: 'parted', title: 'база для разделов', members: 10, messages: 0 };
export const BIG = {
  name: 'big',
  title: '100 000 участников, 5 000 000 сообщений',
  members: 100_000,
  messages: 5_000_000,
};

/**
 * Opens a database of that size in a persistent folder: filled the first time, reused as it is
 * afterwards.
 */
export async function openSet(size: typeof SMALL): Promise<DataSet> {
  const home =
    process.env['DATA_DIR'] === undefined
      ? join(tmpdir(), 'respa-bench')
      : join(process.env['DATA_DIR'], 'bench');
  const dataDir = join(home, size.name);
  const marker = join(dataDir, 'filled-with-groups');
  if (!existsSync(marker)) await rm(dataDir, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log });
  if (!existsSync(marker)) {
    console.log(`Заполняю: ${size.title}`);
    const config = readConfig({
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      DATA_DIR: dataDir,
    });
    const server = await startServer(config, postgres.url, {
      print: console.log,
      siteDir: fileURLToPath(new URL('../packages/web/dist', import.meta.url)),
    });
    await fillDemo(server.context, { members: size.members, messages: size.messages });
    await server.stop();
    await writeFile(marker, '');
  }
  if (!isWhole(dataDir)) {
    const server = await startServer(
      readConfig({ PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', DATA_DIR: dataDir }),
      postgres.url,
      {
        print: console.log,
        siteDir: fileURLToPath(new URL('../packages/web/dist', import.meta.url)),
      },
    );
    await server.stop();
    await makeWhole({ url: postgres.url, dataDir });
  }
  return {
    title: size.title,
    dataDir,
    url: postgres.url,
    stop: () => postgres.stop(),
    query: <T>(text: string) =>
      withClient(postgres.url, async (client) => (await client.query(text)).rows as T[]),
  };
}

const wholeMarker = (dataDir: string) => join(dataDir, 'filled-whole');
const isWhole = (dataDir: string) => existsSync(wholeMarker(dataDir));
/** Adds to a set, once, what the demo data does not create in bulk. */
export async function makeWhole({ url, dataDir }: Pick<DataSet, 'url' | 'dataDir'>): Promise<void> {
  if (isWhole(dataDir)) return;
  await withClient(url, async (client) => {
    for (const text of WITHOUT_FILES) await client.query(text);
    await client.query('vacuum (analyze)');
  });
  await writeFile(wholeMarker(dataDir), '');
}

/**
 * What the demo data does not create in bulk: a notice of every like, read long ago, and twenty
 * photos of every fifth person, of which only the rows matter here.
 */
const WITHOUT_FILES = [
  `
    insert into notifications (id, to_id, from_id, type, title, post_type, post_id, checked_at)
    select uuidv7(), o.owner_id, l.user_id, 'like', 'Нравится ваша запись', o.kind, o.id, now()
    from likes l
    join reaction_objects o on o.id = l.object_id
    where o.owner_id <> l.user_id
  `,
  `
    insert into photos (id, user_id, picture)
    select uuidv7(),
      p.id,
      jsonb_build_object(
        'name', md5(p.id::text || n) || '.webp', 'width', 1200, 'height', 800, 'thumbhash',
        'YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA'
      )
    from (select id from people order by id) p
    cross join generate_series(1, 20) n
    where ('x' || right(p.id::text, 4))::bit(16)::int % 5 = 0
  `,
  `
    insert into reaction_objects (id, kind, owner_id)
    select id, 'userphoto', user_id
    from photos
    on conflict do nothing
  `,
  `
    update people
    set photos_count = c.count
    from (select user_id, count(*) as count from photos group by user_id) c
    where c.user_id = people.id
  `,
];

async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
