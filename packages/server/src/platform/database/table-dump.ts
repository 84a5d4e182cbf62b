import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table with its stored columns; generated columns are recomputed. */
export type Table = { name: string; columns: string[] };
export type DumpedTable = Table & { rows: number; sha256: string };
export type Sequences = Record<string, string>;

/** The migrations themselves create the lists of applied migrations. */
const BOOKKEEPING = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'graphile_worker.migrations',
];

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (
      select array_agg(a.attname::text order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns,
    array(
      select distinct format('%I.%I', fn.nspname, f.relname)
      from pg_constraint k
      join pg_class f on f.oid = k.confrelid
      join pg_namespace fn on fn.oid = f.relnamespace
      where k.conrelid = c.oid
        and k.contype = 'f'
        and k.confrelid <> c.oid
        and f.relispartition = false
    ) as needs
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'graphile_worker')
    and c.relkind in ('r', 'p')
    and not c.relispartition
  order by 1
`;

/**
 * Returns all tables of the product and of its queue, each after the tables that its rows
 * reference.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(TABLES);
  let left = rows.filter(({ name }) => !BOOKKEEPING.includes(name));
  const ordered: Table[] = [];
  while (left.length > 0) {
    const ready = left.filter(({ needs }) =>
      needs.every((need) => !left.some(({ name }) => name === need)),
    );
    if (ready.length === 0)
      throw new Error(
        `tables point at each other in a circle: ${left.map(({ name }) => name).join(', ')}`,
      );
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}
/**
 * Throws if tables or sequences that a backup names are not those of this schema: its file comes
 * from outside, and their names become part of statements.
 */
export async function assertKnownTables(
  client: pg.ClientBase,
  tables: readonly Table[],
  sequences: Sequences,
): Promise<void> {
  const known = new Map(
    (await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]),
  );
  const seen = new Set<string>();
  for (const { name, columns } of tables) {
    if (seen.has(name) || !columns.every((column) => known.get(name)?.has(column) === true))
      throw new Error(`the backup has an unknown table or column: ${name}`);
    seen.add(name);
  }
  const { rows } = await client.query<{ name: string }>(SEQUENCES);
  const names = new Set(rows.map(({ name }) => name));
  for (const [name, value] of Object.entries(sequences))
    if (!names.has(name) || !/^\d{1,19}$/.test(value))
      throw new Error(`the backup has an unknown sequence: ${name}`);
}

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
  from pg_sequences
  where schemaname in ('public', 'graphile_worker')
  order by 1
`;
const listOf = (columns: readonly string[]): string =>
  columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');

/** Returns the current value of every sequence; an unused sequence has none. */
export async function readSequences(client: pg.ClientBase): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; value: string | null }>(SEQUENCES);
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
  );
}
export async function setSequences(client: pg.ClientBase, sequences: Sequences): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
}

/**
 * Writes a table's rows to a compressed file, flushed to disk. The rows are those that the client's
 * transaction sees.
 */
export async function dumpTable(
  client: pg.ClientBase,
  { name, columns }: Table,
  path: string,
): Promise<{ rows: number; sha256: string }> {
  const rows = client.query(
    copyTo(`copy (select ${listOf(columns)} from ${name}) to stdout with (encoding 'UTF8')`),
  );
  const hash = createHash('sha256');
  await pipeline(
    rows,
    createGzip({ level: 3 }),
    tapped(hash),
    createWriteStream(path, { flush: true }),
  );
  // The stream ends with the last row. The database sends the row count afterwards, and it may not
  // have arrived yet.
  await client.query('select');
  return { rows: (rows as unknown as { rowCount: number }).rowCount, sha256: hash.digest('hex') };
}

/**
 * Inserts dumped rows into a table, in the client's transaction. The product's triggers are
 * disabled meanwhile, because what they would write was dumped too. Throws if the file is not the
 * one that was written.
 */
export async function loadTable(
  client: pg.ClientBase,
  { name, columns, rows, sha256 }: DumpedTable,
  path: string,
): Promise<void> {
  const { rows: triggers } = await client.query<{ trigger: string }>(
    `
      select quote_ident(tgname) as trigger
      from pg_trigger
      where tgrelid = $1::regclass and not tgisinternal and tgenabled = 'O'
    `,
    [name],
  );
  for (const { trigger } of triggers)
    await client.query(`alter table ${name} disable trigger ${trigger}`);
  const into = client.query(
    copyFrom(`copy ${name} (${listOf(columns)}) from stdin with (encoding 'UTF8')`),
  );
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), tapped(hash), createGunzip(), into);
  if (hash.digest('hex') !== sha256 || into.rowCount !== rows)
    throw new Error(`${name}: the file is not the one that was written`);
  for (const { trigger } of triggers)
    await client.query(`alter table ${name} enable trigger ${trigger}`);
}

const tapped = (hash: { update(chunk: Buffer): unknown }): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
