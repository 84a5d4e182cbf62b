import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { now, stopwatch } from '#platform/runtime/clock.ts';
import { BadSettings, readConfig, readEnvironment, type Config } from '#platform/runtime/config.ts';
import { KEY_FILE } from '#platform/runtime/secret-box.ts';
import { print, type Print } from '#platform/runtime/log.ts';
import { closeFolders, keepFilesPrivate } from '#platform/storage/private-files.ts';
import type { Storage, StoredStat } from '#platform/storage/storage.ts';
import {
  dumpTable,
  listTables,
  readSequences,
  type DumpedTable,
} from '#platform/database/table-dump.ts';
import {
  ArchiveRefused,
  MANIFEST,
  PLACES,
  reachDatabase,
  storageOf,
  SUMS,
  type Manifest,
} from './archive-layout.ts';

/** Several small files are copied at once, because each waits for the disk. */
const AT_ONCE = 8;
const TRIES = 3;
const PAGE = 10_000;
const UNFINISHED = '.unfinished';
const NAME = /^respa-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;

type Kept = StoredStat & { sha256: string };
type Work = { folder: string; storage: Storage; kept: Map<string, Kept>; stopping: AbortSignal };

/**
 * Copies all member data, the database and the media, to a new folder in `to`, even while servers
 * run; returns the folder. The database is a snapshot of
 * one moment, and every file that it references is included. An unfinished copy has another name
 * and is not a backup. Throws `ArchiveRefused`; the signal stops it and leaves nothing.
 */
export async function makeBackup(
  config: Config,
  to: string,
  options: { print: Print; stopping: AbortSignal },
): Promise<string> {
  const { print, stopping } = options;
  const final = join(resolve(to), `respa-${now().toISOString().slice(0, 19).replaceAll(':', '-')}`);
  const folder = `${final}${UNFINISHED}`;
  keepFilesPrivate(config, print);
  const former = await readdir(resolve(to)).catch(() => []);
  closeFolders(
    former.filter((name) => NAME.test(name)).map((name) => join(resolve(to), name)),
    print,
  );
  await mkdir(join(folder, 'database'), { recursive: true, mode: 0o700 });
  const database = await reachDatabase(config, print);
  const client = new pg.Client({ connectionString: database.url, keepAlive: true });
  // A lost connection is reported by the statement that it breaks.
  client.on('error', () => {});
  let storage: Storage | undefined;
  try {
    await client.connect();
    storage = await storageOf(config, print);
    const work: Work = { folder, storage, kept: new Map(), stopping };
    const passed = stopwatch();
    // Most of the media are copied before the database snapshot, and those added in between after
    // it. This leaves few files the time to disappear unnoticed.
    await copyMedia(work);
    print(`Файлы: ${work.kept.size} (${seconds(passed)})`);
    for (let attempt = 1; ; attempt += 1) {
      const { manifest, missing } = await takeMoment(client, work);
      if (missing.length > 0 && attempt < TRIES) continue;
      if (missing.length > 0)
        print(
          `В хранилище нет файлов, о которых знает база: ${missing.length}. Первый из них: ${missing[0]}`,
        );
      await writeSums(work);
      await keepKey(config, folder);
      await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2), { flush: true });
      break;
    }
    await rename(folder, final);
    await flushFolder(dirname(final));
    print(`Готово: ${final} (${seconds(passed)})`);
    return final;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (stopping.aborted) throw new ArchiveRefused('Остановлено, копия не сделана.');
    throw error;
  } finally {
    storage?.close();
    await client.end();
    await database.close();
  }
}

const seconds = (passed: () => number): string =>
  `${(passed() / 1000).toFixed(1).replace('.', ',')} с`;

/**
 * Dumps the database snapshot, copies the files added until then, and finds its files that are
 * missing.
 */
async function takeMoment(
  client: pg.Client,
  work: Work,
): Promise<{ manifest: Manifest; missing: string[] }> {
  await client.query('begin transaction isolation level repeatable read read only');
  try {
    const { rows } = await client.query<{ schema: string | null; at: Date }>(
      'select (select max(name) from kysely_migration) as schema, now() as at',
    );
    const { schema, at } = rows[0]!;
    if (schema === null) throw new ArchiveRefused('База пуста: копировать нечего.');
    const tables: DumpedTable[] = [];
    for (const table of await listTables(client)) {
      work.stopping.throwIfAborted();
      tables.push({
        ...table,
        ...(await dumpTable(client, table, join(work.folder, 'database', `${table.name}.gz`))),
      });
    }
    const sequences = await readSequences(client);
    await copyMedia(work);
    const missing = await findMissing(client, work);
    const bytes = [...work.kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    return {
      manifest: {
        format: 1,
        madeAt: at.toISOString(),
        schema,
        tables,
        sequences,
        media: { files: work.kept.size, bytes },
      },
      missing,
    };
  } finally {
    await client.query('rollback');
  }
}

async function findMissing(client: pg.Client, { kept, storage }: Work): Promise<string[]> {
  const missing: string[] = [];
  for (const [place, text] of [
    [
      null,
      'select folder, name from media_files where blob_id is null and (folder, name) > ($1, $2) order by folder, name limit $3',
    ],
    ['blobs', 'select $1::text as folder, name from blobs where name > $2 order by name limit $3'],
  ] as const) {
    for (let [folder, name] = [place ?? '', '']; ;) {
      const { rows } = await client.query<{ folder: string; name: string }>(text, [
        folder,
        name,
        PAGE,
      ]);
      for (const row of rows)
        if (!kept.has(storage.pathOf(row.folder, row.name)))
          missing.push(`${row.folder}/${row.name}`);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) break;
      [folder, name] = [last.folder, last.name];
    }
  }
  return missing;
}

/** Copies stored files that are not copied yet or whose bytes have changed. */
async function copyMedia(work: Work): Promise<void> {
  const going = new Set<Promise<void>>();
  for (const place of PLACES) {
    for await (const { name, ...stat } of work.storage.list(place)) {
      work.stopping.throwIfAborted();
      const before = work.kept.get(work.storage.pathOf(place, name));
      if (before?.bytes === stat.bytes && before.changedAt.getTime() === stat.changedAt.getTime())
        continue;
      const one = copyFile(work, place, name).finally(() => going.delete(one));
      going.add(one);
      if (going.size >= AT_ONCE) await Promise.race(going);
    }
  }
  await Promise.all(going);
}
async function copyFile(
  { storage, folder, kept, stopping }: Work,
  place: string,
  name: string,
): Promise<void> {
  const found = await storage.open(place, name);
  // Removed meanwhile.
  if (found === null) return;
  const path = storage.pathOf(place, name);
  const target = join(folder, 'media', path);
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash('sha256');
  found.body.on('data', (chunk: Buffer) => hash.update(chunk));
  await pipeline(found.body, createWriteStream(target, { flush: true }), { signal: stopping });
  kept.set(path, { bytes: found.bytes, changedAt: found.changedAt, sha256: hash.digest('hex') });
}
async function writeSums({ folder, kept }: Work): Promise<void> {
  const lines = [...kept].map(([path, { sha256 }]) => `${sha256}  media/${path}\n`).sort();
  await writeFile(join(folder, SUMS), lines, { flush: true });
}
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Copies the key that seals secrets in the database, unless a setting holds it. */
async function keepKey({ dataDir, secretKey }: Config, folder: string): Promise<void> {
  const file = join(dataDir, KEY_FILE);
  if (secretKey === undefined && existsSync(file))
    await writeFile(join(folder, KEY_FILE), await readFile(file), { flush: true, mode: 0o600 });
}

/** Removes all finished backups of a folder except the newest, and what an interrupted one left. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const names = (await readdir(folder)).sort().reverse();
  const gone = [
    ...names.filter((name) => NAME.test(name)).slice(count),
    ...names.filter(
      (name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)),
    ),
  ];
  for (const name of gone) await rm(join(folder, name), { recursive: true, force: true });
  return gone;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string', default: 'backups' }, keep: { type: 'string' } },
  });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new ArchiveRefused('--keep: сколько последних копий оставить, целое число от 1.');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  await makeBackup(readConfig(readEnvironment(process.cwd())), values.to, {
    print,
    stopping: stop.signal,
  });
  if (keep !== undefined)
    for (const name of await keepNewest(values.to, keep)) print(`Прежняя копия удалена: ${name}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().then(
    () => process.exit(0),
    (error: Error) => {
      print(
        error instanceof ArchiveRefused || error instanceof BadSettings
          ? error.message
          : `Копия не сделана: ${error.message}`,
      );
      process.exit(1);
    },
  );
}
