import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Caller, TestApp } from '../driver.ts';

/** Returns the names of the files in a folder of a server's data, which need not exist. */
export const listFilesIn = async (app: TestApp, folder: string): Promise<string[]> =>
  (
    await readdir(join(app.dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
/** Returns the row of a member's data archive. */
export const readExport = async (
  app: TestApp,
  who: Caller,
): Promise<{ id: string; run: string | null; tries: number; state: string }> =>
  (
    await sql<{ id: string; run: string | null; tries: number; state: string }>`
      select id, run, tries, state
      from exports
      where user_id = ${who.id}
    `.execute(app.server.context.db)
  ).rows[0]!;
