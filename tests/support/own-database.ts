import pg from 'pg';
import { inject } from 'vitest';
import { EMPTY_DATABASE } from './one-postgres.ts';

export type OwnDatabase = { name: string; url: string; /** Idempotent. */ drop(): Promise<void> };
/** The database may be kept open by a cleaner of its own, which nobody but a superuser can send away. */
const INSUFFICIENT_PRIVILEGE = '42501';
const TIMEOUT_MS = 60_000;

/** A database of a test's own: with all tables and nobody in it, or, `bare`, with nothing at all. `drop` sends away whoever is still in it. */
export async function makeDatabase(kind: 'migrated' | 'bare' = 'migrated'): Promise<OwnDatabase> {
  const base = inject('postgresUrl');
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query(
    `create database ${name}${kind === 'migrated' ? ` template ${EMPTY_DATABASE}` : ''}`,
  );
  const drop = async () => {
    for (const ends = performance.now() + TIMEOUT_MS; ;) {
      try {
        return await admin.query(`drop database if exists ${name} with (force)`);
      } catch (error) {
        if (
          (error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE ||
          performance.now() > ends
        )
          throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, 200);
        });
      }
    }
  };
  let isDropped = false;
  return {
    name,
    url: Object.assign(new URL(base), { pathname: `/${name}` }).toString(),
    async drop() {
      if (isDropped) return;
      isDropped = true;
      await drop();
      await admin.end();
    },
  };
}
