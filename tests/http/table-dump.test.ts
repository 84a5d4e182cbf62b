import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import {
  assertKnownTables,
  dumpTable,
  loadTable,
} from '../../packages/server/src/platform/database/table-dump.ts';
import { makeDatabase } from '../support/servers/own-database.ts';

const COPY_DONE = Buffer.from('c\0\0\0\u0004', 'latin1');
const LATER_MS = 50;

/** Opens a database connection on which everything after the rows of a COPY arrives late. */
async function openSlowEnd(url: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const database = connect({ host: hostname, port: Number(port) });
    let [last, isLate] = [Promise.resolve(), false];
    const pass = (bytes: Buffer) => {
      const pause = isLate ? LATER_MS : 0;
      isLate = false;
      last = last.then(
        () =>
          new Promise((resolve) => {
            setTimeout(() => resolve(void client.write(bytes)), pause);
          }),
      );
    };
    database.on('data', (chunk: Buffer) => {
      const end = chunk.lastIndexOf(COPY_DONE);
      if (end < 0) return pass(chunk);
      pass(chunk.subarray(0, end + COPY_DONE.length));
      isLate = true;
      pass(chunk.subarray(end + COPY_DONE.length));
    });
    client.pipe(database);
    for (const socket of [client, database])
      socket
        .on('error', () => {})
        .on('close', () => {
          client.destroy();
          database.destroy();
        });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: Object.assign(new URL(url), {
      hostname: '127.0.0.1',
      port: String((server.address() as AddressInfo).port),
    }).toString(),
    close: () => void server.close(),
  };
}

test('a dump knows its row count although the database reports it after the last row, and can be loaded again', async () => {
  const [database, folder] = [
    await makeDatabase('bare'),
    await mkdtemp(join(tmpdir(), 'respa-dump-')),
  ];
  const line = await openSlowEnd(database.url);
  const client = new pg.Client({ connectionString: line.url });
  await client.connect();
  try {
    await client.query(
      `
        create table words (id integer primary key, word text);
        insert into words
        select n, 'слово ' || n
        from generate_series(1, 3) n
      `,
    );
    const [table, path] = [
      { name: 'public.words', columns: ['id', 'word'] },
      join(folder, 'words.gz'),
    ];
    const dumped = await dumpTable(client, table, path);
    expect(dumped.rows).toBe(3);
    await client.query('truncate words');
    await loadTable(client, { ...table, ...dumped }, path);
    expect(
      (await client.query('select word from words order by id')).rows.map(({ word }) => word),
    ).toEqual(['слово 1', 'слово 2', 'слово 3']);
  } finally {
    await client.end();
    line.close();
    await database.drop();
    await rm(folder, { recursive: true });
  }
});

test('only tables, columns and sequences of the schema are known, each once', async () => {
  const database = await makeDatabase('bare');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`create table words (id serial primary key, word text)`);
    const words = { name: 'public.words', columns: ['id', 'word'] };
    const check = (tables: (typeof words)[], sequences: Record<string, string> = {}) =>
      assertKnownTables(client, tables, sequences);
    await check([words], { 'public.words_id_seq': '7' });
    for (const name of ['words', 'public.words --', 'pg_catalog.pg_authid', 'public.word'])
      await expect(check([{ ...words, name }])).rejects.toThrow('unknown table');
    await expect(check([words, words])).rejects.toThrow('unknown table');
    await expect(check([{ ...words, columns: ['id', 'ctid'] }])).rejects.toThrow('unknown table');
    for (const sequences of [{ 'public.other_seq': '7' }, { 'public.words_id_seq': '7 or 8' }])
      await expect(check([words], sequences)).rejects.toThrow('unknown sequence');
  } finally {
    await client.end();
    await database.drop();
  }
});
