import pg from 'pg';
import { addressOf } from './embedded-address.ts';

const CONNECT_MS = 10_000;

/**
 * The product's role is not a superuser: otherwise an injected statement could run programs.
 * It may create databases, because tests create one per file.
 */
export async function openOwnDatabase({
  port,
  secret,
  isNew,
}: {
  port: number;
  secret: string;
  isNew: boolean;
}): Promise<string> {
  const url = addressOf({ port, secret });
  if (!isNew && (await isOpen(url))) return url;
  await withClient(
    `postgres://postgres:${secret}@127.0.0.1:${port}/postgres?sslmode=disable`,
    async (client) => {
      const role = await client.query("select 1 from pg_roles where rolname = 'respa'");
      await client.query(
        `${role.rowCount ? 'alter' : 'create'} role respa login createdb password '${secret}'`,
      );
      const database = await client.query("select 1 from pg_database where datname = 'respa'");
      if (!database.rowCount) await client.query('create database respa owner respa');
    },
  );
  return url;
}

async function isOpen(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return true;
  } catch (error) {
    // No such database, no such role or a wrong password: a start was interrupted between initdb
    // and this point.
    if (['3D000', '28000', '28P01'].includes((error as pg.DatabaseError).code ?? '')) return false;
    throw error;
  }
}

async function withClient(
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
