import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../packages/server/src/platform/database/db.ts';
import { Caller, Refused } from '../support/driver.ts';

export const IS_LONG = process.env['RESPA_LONG_TESTS'] === '1';
/** How often each race runs: once to see that it still works, fifty times to see who wins. */
export const ROUNDS = IS_LONG ? 50 : 1;
/**
 * The context of a race: the database, and members whose every call may go to another instance than
 * the one before.
 */
export type Course = {
  db: Db;
  nobody: Caller;
  anna: Caller;
  boris: Caller;
  vera: Caller;
  join(name: string): Promise<Caller>;
  /** Returns the password-reset links emailed to an address, oldest first. */
  resetLinks(address: string): Promise<string[]>;
};
export type Race = (course: Course) => Promise<void>;

/** Returns a caller that uses one URL after another. */
export function roaming(
  urls: readonly string[],
  who: { token?: string | undefined; id?: string; email?: string } = {},
): Caller {
  let turn = 0;
  const { token, id, email } = who;
  const caller = new Caller(urls[0]!, {
    ...(token === undefined ? {} : { token }),
    ...(id === undefined ? {} : { id }),
    ...(email === undefined ? {} : { email }),
  });
  return Object.defineProperty(caller, 'url', { get: () => urls[turn++ % urls.length] });
}
/** `cloud_full`: an expected refusal, no server error. */
const NO_ROOM = 507;
/**
 * Returns which calls succeeded. Asserts that the others were refused with an error message, not by
 * a server error.
 */
export async function settle(calls: (() => Promise<unknown>)[]): Promise<boolean[]> {
  const all = await Promise.allSettled(calls.map((call) => call()));
  expect(
    all.filter(
      (one) =>
        one.status === 'rejected' &&
        !(
          one.reason instanceof Refused &&
          (one.reason.status < 500 || one.reason.status === NO_ROOM)
        ),
    ),
  ).toEqual([]);
  return all.map(({ status }) => status === 'fulfilled');
}
export const times = (count: number, call: () => Promise<unknown>): (() => Promise<unknown>)[] =>
  Array.from({ length: count }, () => call);
/** Returns the number that a query returns as `n`. */
export async function numberOf(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await (query as RawBuilder<{ n: number }>).execute(db);
  return Number(rows[0]!.n);
}
export const countIn = (db: Db, table: string, where: RawBuilder<unknown>): Promise<number> =>
  numberOf(
    db,
    sql`
    select count(*) as n
    from ${sql.table(table)}
    where ${where}
  `,
  );
/** Runs a race as often as configured. */
export async function repeat(round: (number: number) => Promise<void>): Promise<void> {
  for (let number = 0; number < ROUNDS; number += 1) await round(number);
}
