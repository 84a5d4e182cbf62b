import pg from 'pg';
import { inject } from 'vitest';
import { EMPTY_DATABASE } from './one-postgres.ts';
import { patient } from '../patience.ts';

export type OwnDatabase = { name: string; url: string; /** Idempotent. */ drop(): Promise<void> };
/** An autovacuum worker may keep the database open; only a superuser can terminate it. */
const INSUFFICIENT_PRIVILEGE = '42501';
const TIMEOUT_MS = patient(60_000);

/**
 * Creates a database for a test: with all tables and no members, or, with `bare`, completely empty.
 * `drop` terminates the remaining connections.
 */
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
