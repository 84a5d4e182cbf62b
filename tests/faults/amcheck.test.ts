import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { assertWhole } from '../support/amcheck.ts';
import { makeDatabase } from '../support/servers/own-database.ts';

const database = await makeDatabase();
afterAll(() => database.drop());

test('the index check covers all indexes and finds a row that is missing from an index', async () => {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(database.url), { username: 'postgres' }).toString(),
  });
  await client.connect();
  try {
    const checked = await assertWhole(database.url);
    console.log(
      `amcheck: ${checked.trees} деревьев, ${checked.inverted} обратных индексов, ${checked.tables} таблиц`,
    );
    await client.query(
      'create table lied (id int primary key); insert into lied select generate_series(1, 10)',
    );
    // Simulates a lost index page: a row is inserted while the index is not maintained.
    await client.query(
      "update pg_index set indisready = false where indexrelid = 'lied_pkey'::regclass; insert into lied values (11); update pg_index set indisready = true where indexrelid = 'lied_pkey'::regclass",
    );
    await expect(assertWhole(database.url)).rejects.toThrow(/lied_pkey/);
  } finally {
    await client.end();
  }
});
