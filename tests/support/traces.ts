import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import type { TestApp } from './driver.ts';

/** Returns every table of every schema that contains a trace of the user. */
export async function findInTables(app: TestApp, traces: string[]): Promise<string[]> {
  const { db } = app.server.context;
  const { rows: tables } = await sql<{
    schema: string;
    name: string;
  }>`
    select table_schema as schema, table_name as name
    from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    order by 1, 2
  `.execute(db);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      text: string;
    }>`select t::text as text from ${sql.table(`${schema}.${name}`)} t`.execute(db);
    for (const { text } of rows)
      for (const trace of traces)
        if (text.includes(trace)) found.push(`${schema}.${name}: ${trace}`);
  }
  return found;
}
/** Returns every file of the storage and staging folders whose name or bytes contain a trace. */
export async function findInFolders(app: TestApp, traces: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['media', 'staging', 'uploads']) {
    for (const entry of await readdir(join(app.dataDir, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      for (const trace of traces)
        if (path.includes(trace) || bytes.includes(trace))
          found.push(`${relative(app.dataDir, path)}: ${trace}`);
    }
  }
  return found;
}
/** Returns whether no job of the server is due. */
export const hasNoJobs = async (app: TestApp): Promise<boolean> =>
  (
    await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from graphile_worker.jobs
      where run_at <= now()
    `.execute(app.server.context.db)
  ).rows[0]!.count === 0;
