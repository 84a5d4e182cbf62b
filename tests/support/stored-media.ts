import { lutimes, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { BLOBS, FOLDERS } from '../../packages/server/src/features/media/serving/folders.ts';
import {
  allNames,
  blobOf,
  mainOf,
  pictureOfBlob,
} from '../../packages/server/src/features/media/blobs/stored-names.ts';
import { openDatabase, type Db } from '../../packages/server/src/platform/database/db.ts';
import { makeLog } from '../../packages/server/src/platform/runtime/log.ts';
import { assertWhole } from './amcheck.ts';
import { assertCountedIn } from './counters.ts';
import { patient } from './patience.ts';

/** Where a server stores its data, seen from outside. */
export type Place = {
  readonly databaseUrl: string;
  /** Returns a path of its folder. */
  inside(path: string): string;
  /** The folder of its bucket, if its files are in S3. */
  readonly bucket?: string | undefined;
};
/**
 * What a failure may leave beside the rows. `orphans` is for failures after which it is unknown
 * whether a commit succeeded, or where no process was left to remove the bytes: a kill, or a lost
 * database or store. Orphans are bytes that no row names, and the sweep removes them. A request
 * refused with an error message leaves `nothing`.
 */
export type Leftovers = 'nothing' | 'orphans';

/** In seconds: older than everything that a sweep spares. */
const AGED_SECONDS = 25 * 3_600;
const IN_BUCKET = '._S3rver_object';
export const listFiles = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Opens the database of a server beside it and runs `work`. */
export async function withDatabase<T>(
  { databaseUrl }: Pick<Place, 'databaseUrl'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const database = openDatabase(
    databaseUrl,
    { poolSize: 2, preparedStatements: false },
    makeLog('fatal'),
  );
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

type Stored = { folder: string; name: string; bytes: number; path: string };
/** Returns everything that is stored, by its folder and name. */
async function listStored(place: Place): Promise<Map<string, Stored>> {
  const { bucket } = place;
  const root = bucket ?? place.inside('media');
  const found = new Map<string, Stored>();
  for (const path of await listFiles(root)) {
    if (bucket !== undefined && !path.endsWith(IN_BUCKET)) continue;
    const parts = relative(
      root,
      bucket === undefined ? path : path.slice(0, -IN_BUCKET.length),
    ).split('/');
    const [folder, name] = [parts[0]!, parts.at(-1)!];
    found.set(`${folder}/${name}`, { folder, name, path, bytes: (await stat(path)).size });
  }
  return found;
}

type Row = { folder: string; name: string; bytes: number; has_view: boolean };
/**
 * Compares rows and files in both directions: what rows lack (a file, a size), and which files no
 * row has.
 */
async function compare(
  db: Db,
  place: Place,
): Promise<{ lacking: string[]; orphans: string[]; rows: number }> {
  const { rows } = await sql<Row>`
      select folder, name, bytes, false as has_view
      from media_files
      where blob_id is null
      union all
      select ${BLOBS}, name, bytes, width is not null
      from blobs
    `.execute(db);
  const stored = await listStored(place);
  const rowed = new Set(rows.map(({ folder, name }) => `${folder}/${name}`));
  const lacking = rows.flatMap(({ folder, name, bytes, has_view: hasView }) => {
    const files = (folder === BLOBS ? [name] : allNames(name)).flatMap(
      (each) => stored.get(`${folder}/${each}`) ?? [],
    );
    const sum = files.reduce((all, file) => all + file.bytes, 0);
    return [
      ...(files[0]?.name === name && sum === bytes
        ? []
        : [`${folder}/${name}: ${sum} of ${bytes} bytes`]),
      ...(hasView && !stored.has(`${BLOBS}/${pictureOfBlob(name)}`)
        ? [`${folder}/${name}: no picture of it`]
        : []),
    ];
  });
  const places: ReadonlySet<string> = new Set([...FOLDERS, BLOBS]);
  const isRowed = ({ folder, name }: Stored) =>
    places.has(folder) &&
    (folder === BLOBS ? [blobOf(name)] : [name, mainOf(name) ?? name]).some((owner) =>
      rowed.has(`${folder}/${owner}`),
    );
  const held = (
    await sql<{
      name: string;
    }>`
      select folder || '/' || m.name as name
      from media_files m
      left join blobs b on b.id = m.blob_id
      where m.blob_id is not null and b.id is null
    `.execute(db)
  ).rows;
  return {
    lacking: [...lacking, ...held.map(({ name }) => `${name}: no bytes`)],
    orphans: [...stored].flatMap(([key, one]) => (isRowed(one) ? [] : [key])),
    rows: rows.length,
  };
}

const jobsLeft = async (db: Db, what: 'media.remove' | 'media.sweep') =>
  (
    await sql<{
      attempts: number;
      last_error: string | null;
    }>`
      select attempts, last_error
      from graphile_worker.jobs
      where task_identifier = ${what}
    `.execute(db)
  ).rows;
/**
 * Waits until the jobs have removed the files of deleted objects. A failed job is rescheduled at
 * once, because its back-off would take minutes.
 */
async function untilRemoved(db: Db): Promise<void> {
  await expect
    .poll(
      async () => {
        await sql`
          update graphile_worker._private_jobs
          set run_at = now()
          where locked_at is null and attempts > 0
        `.execute(db);
        return jobsLeft(db, 'media.remove');
      },
      { timeout: patient(30_000), interval: 200 },
    )
    .toEqual([]);
}
/** Runs the server's own sweep with every file made to look a day old. */
async function sweep(db: Db, place: Place): Promise<void> {
  const then = Date.now() / 1_000 - AGED_SECONDS;
  for (const path of await listFiles(place.bucket ?? place.inside('media')))
    await lutimes(path, then, then);
  await sql`select graphile_worker.add_job('media.sweep', '{}', job_key := 'media.sweep')`.execute(
    db,
  );
  await expect
    .poll(() => jobsLeft(db, 'media.sweep'), { timeout: patient(30_000), interval: 100 })
    .toEqual([]);
}

/**
 * Checks a running server: every index matches its table, counters are correct, the positions of
 * rooms have no gaps, and rows and files match in every folder, to the byte,
 * including renditions. Then the server sweeps the aged files: it removes what the failure left,
 * which is reported, and nothing that a row needs. Returns how many orphans there were.
 */
export async function verifyStoredMedia(
  place: Place,
  leaves: Leftovers = 'nothing',
): Promise<number> {
  await assertWhole(place.databaseUrl);
  return withDatabase(place, async (db) => {
    await untilRemoved(db);
    await assertCountedIn(db);
    const before = await compare(db, place);
    expect(before.lacking).toEqual([]);
    if (leaves === 'nothing') expect(before.orphans).toEqual([]);
    else if (before.orphans.length > 0)
      console.log(`осталось файлов без строки: ${before.orphans.length}, уборка их забрала`);
    await sweep(db, place);
    expect(await compare(db, place)).toEqual({ lacking: [], orphans: [], rows: before.rows });
    await expect
      .poll(() => listFiles(place.inside('staging')), { timeout: patient(10_000) })
      .toEqual([]);
    return before.orphans.length;
  });
}
