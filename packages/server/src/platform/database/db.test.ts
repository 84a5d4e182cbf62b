import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openDatabase, statement, type Db } from './db.ts';
import { makeLog } from '#platform/runtime/log.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size;
const [WARM, ASKED, ROWS] = [300, 600, 100];
/** The minimum size of a row: an object with a number and a text. */
const ROW_BYTES = 40;
const rowsOf = statement<{ n: number; text: string }, [count: number]>(
  `select n, n || ' слов' as text from generate_series(1, $1::int) as n`,
);

/**
 * Returns how many bytes the V8 old space grows per statement when only young objects are
 * collected.
 */
async function growth(ask: (db: Db) => Promise<unknown>): Promise<number> {
  const database = openDatabase(
    inject('postgresUrl'),
    { poolSize: 2, preparedStatements: true },
    makeLog('fatal'),
  );
  try {
    for (let turn = 0; turn < WARM; turn += 1) await ask(database.db);
    collect();
    const before = oldBytes();
    for (let turn = 0; turn < ASKED; turn += 1) await ask(database.db);
    for (let turn = 0; turn < 2; turn += 1) collect({ type: 'minor' });
    return (oldBytes() - before) / ASKED;
  } finally {
    await database.close();
  }
}
test.each([
  ['alone', (db: Db) => rowsOf(db, ROWS)],
  [
    'built by Kysely',
    (db: Db) =>
      sql`select n, n || ' слов' as text from generate_series(1, ${ROWS}::int) as n`.execute(db),
  ],
  [
    'inside a transaction',
    (db: Db) => db.transaction().execute((tx) => rowsOf(tx as unknown as Db, ROWS)),
  ],
] as const)('the objects of a statement %s are not promoted to the old space', async (_, ask) => {
  expect(await growth(ask)).toBeLessThan((ROWS * ROW_BYTES) / 4);
});
