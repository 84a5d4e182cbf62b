import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { stopwatch } from '#platform/runtime/clock.ts';
import { BadSettings, readConfig, readEnvironment, type Config } from '#platform/runtime/config.ts';
import { assertCyrillic, openDatabase } from '#platform/database/db.ts';
import { findEmbedded } from '#platform/database/embedded/embedded-address.ts';
import { migrateJobs } from '#platform/runtime/jobs.ts';
import { KEY_FILE } from '#platform/runtime/secret-box.ts';
import { makeLog, print, type Print } from '#platform/runtime/log.ts';
import { hasMigration, migrate } from '#platform/database/migrate.ts';
import { keepFilesPrivate } from '#platform/storage/private-files.ts';
import { assertKnownTables, loadTable, setSequences } from '#platform/database/table-dump.ts';
import {
  ArchiveRefused,
  MANIFEST,
  reachDatabase,
  storageOf,
  SUMS,
  type Manifest,
} from './archive-layout.ts';

const AT_ONCE = 8;
const LINE = /^([0-9a-f]{64}) {2}media\/([a-z-]+)\/[^/]+\/([0-9a-z_.-]+)$/;

/**
 * Restores a backup into an empty database and its storage: first the media, each compared with its
 * checksum, then all rows in one transaction, then the newer migrations.
 * Repeating it after an interruption gives the same result. Throws `ArchiveRefused` if the database
 * has members, if a server is running, or if the backup is from a newer version.
 */
export async function restoreBackup(
  config: Config,
  from: string,
  options: { print: Print },
): Promise<void> {
  const { print } = options;
  const passed = stopwatch();
  const folder = resolve(from);
  const manifest = await readManifest(folder);
  keepFilesPrivate(config, print);
  if (config.databaseUrl === undefined && findEmbedded(config.dataDir) !== undefined)
    throw new ArchiveRefused(
      'Сервер этой папки работает. Остановите его или задайте другую DATA_DIR.',
    );
  const database = await reachDatabase(config, print);
  const client = new pg.Client({ connectionString: database.url, keepAlive: true });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseInhabited(client, manifest);
    await prepareSchema(database.url, config, manifest.schema);
    await assertKnown(client, manifest);
    await putMedia(config, folder, print);
    await putRows(client, folder, manifest);
    await putKey(config, folder);
    print(`База: ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} строк`);
    await migrate(database.url);
    print(
      `Готово: всё, что было ${manifest.madeAt} (${(passed() / 1000).toFixed(1).replace('.', ',')} с)`,
    );
  } finally {
    await client.end();
    await database.close();
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new ArchiveRefused(`В ${folder} нет готовой копии.`);
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  if (manifest.format !== 1 || !(await hasMigration(manifest.schema)))
    throw new ArchiveRefused('Копия сделана более новой программой: обновите её.');
  return manifest;
}
async function refuseInhabited(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.accounts') is not null as is_there`,
  );
  if (!rows[0]!.is_there) return;
  if ((await client.query('select from accounts limit 1')).rowCount !== 0)
    throw new ArchiveRefused(
      'В этой базе уже есть люди: восстанавливать можно только в пустую. Задайте другую DATA_DIR или пустую базу в DATABASE_URL.',
    );
  const { rows: steps } = await client.query<{ name: string }>(
    'select max(name) as name from kysely_migration',
  );
  if (steps[0]!.name !== manifest.schema)
    throw new ArchiveRefused(
      'База пуста, но её схема другой версии, чем копия. Задайте новую папку в DATA_DIR или новую базу в DATABASE_URL.',
    );
}
async function prepareSchema(url: string, config: Config, schema: string): Promise<void> {
  const database = openDatabase(url, config, makeLog('fatal'));
  try {
    await assertCyrillic(database.db);
    await migrate(url, schema);
    await migrateJobs(url);
  } finally {
    await database.close();
  }
}

/** Restores the key that seals secrets in the restored database, unless a setting holds it. */
async function putKey({ dataDir, secretKey }: Config, folder: string): Promise<void> {
  const kept = join(folder, KEY_FILE);
  if (secretKey === undefined && existsSync(kept))
    await writeFile(join(dataDir, KEY_FILE), await readFile(kept), { flush: true, mode: 0o600 });
}
/** Throws `ArchiveRefused` if the manifest is not one that a backup of this schema writes. */
async function assertKnown(client: pg.Client, { tables, sequences }: Manifest): Promise<void> {
  try {
    await assertKnownTables(client, tables, sequences);
  } catch (error) {
    throw new ArchiveRefused(
      `${MANIFEST}: это описание не от копии Респы, ничего не восстановлено (${(error as Error).message}).`,
    );
  }
}

async function putMedia(config: Config, folder: string, print: Print): Promise<void> {
  const storage = await storageOf(config, print);
  const staging = join(config.dataDir, 'staging');
  await mkdir(staging, { recursive: true });
  const going = new Set<Promise<void>>();
  let count = 0;
  const put = async (line: string) => {
    const [, sha256, place, name] = LINE.exec(line) ?? [];
    if (sha256 === undefined || place === undefined || name === undefined)
      throw new ArchiveRefused(`${SUMS}: непонятная строка.`);
    const path = join(staging, `${randomUUID()}.part`);
    const hash = createHash('sha256');
    const from = createReadStream(join(folder, 'media', storage.pathOf(place, name)));
    from.on('data', (chunk) => hash.update(chunk));
    try {
      await pipeline(from, createWriteStream(path, { flags: 'wx' }));
      if (hash.digest('hex') !== sha256)
        throw new ArchiveRefused(`Файл копии испорчен: media/${storage.pathOf(place, name)}`);
      await storage.put(place, name, path);
      count += 1;
    } finally {
      await rm(path, { force: true });
    }
  };
  for await (const line of createInterface({ input: createReadStream(join(folder, SUMS)) })) {
    const one = put(line).finally(() => going.delete(one));
    going.add(one);
    if (going.size >= AT_ONCE) await Promise.race(going);
  }
  await Promise.all(going);
  storage.close();
  print(`Файлы: ${count}`);
}

async function putRows(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  await client.query('begin');
  try {
    // Rows inserted by the migrations themselves were dumped too.
    for (const { name } of manifest.tables.toReversed()) await client.query(`delete from ${name}`);
    for (const table of manifest.tables)
      await loadTable(client, table, join(folder, 'database', `${table.name}.gz`));
    await setSequences(client, manifest.sequences);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function main(): Promise<void> {
  const [from] = process.argv.slice(2);
  if (from === undefined)
    throw new ArchiveRefused(
      `Какую копию? Например: npm run restore -- ${join('backups', basename('respa-2026-11-22T04-00-00'))}`,
    );
  await restoreBackup(readConfig(readEnvironment(process.cwd())), from, { print });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().then(
    () => process.exit(0),
    (error: Error) => {
      print(
        error instanceof ArchiveRefused || error instanceof BadSettings
          ? error.message
          : `Не восстановлено: ${error.message}`,
      );
      process.exit(1);
    },
  );
}
