import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { hashPassword } from './passwords/passwords.ts';

/** Only demo accounts have addresses of this domain: no mail can be delivered there. */
export const DEMO_DOMAIN = 'demo.respa';
export type SeededAccount = { id: string; email: string; at: Date };

/** Hashes once for all accounts: a hundred thousand hashes would take hours. */
export const hashOnce = hashPassword;
export async function seedAccounts(
  db: Db,
  rows: SeededAccount[],
  passwordHash: string,
): Promise<void> {
  await sql`
    insert into accounts (id, email, password_hash, activated_at, created_at)
    select id, email, ${passwordHash}, at, at
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.email)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[]
    ) as row (id, email, at)
  `.execute(db);
}
/** Returns how many accounts there are, and how many of them are demo accounts. */
export async function countAccounts(db: Db): Promise<{ all: number; demo: number }> {
  const { rows } = await sql<{ all: number; demo: number }>`
    select count(*)::int as all,
      (count(*) filter (where email like ${`%@${DEMO_DOMAIN}`}))::int as demo
    from accounts
  `.execute(db);
  return rows[0]!;
}
/** Deletes every account and everything that belongs to one. */
export const clearAccounts = (db: Db) => sql`truncate accounts cascade`.execute(db);
/** Seeds visits for the days before a date, more of them on weekends. */
export const seedVisits = (db: Db, days: number, before: Date) =>
  sql`
    insert into visits (day, members, visitors)
    select d::date,
      (18 + n % 7 * 3 + case when extract(isodow from d) > 5 then 14 else 0 end + n / 4)::int,
      (31 + n % 5 * 6 + case when extract(isodow from d) > 5 then 25 else 0 end + n / 3)::int
    from generate_series(${before}::date - ${days}::int, ${before}::date - 1, interval '1 day')
      with ordinality as past (d, n)
    on conflict (day) do nothing
  `.execute(db);
export const clearVisits = (db: Db) => db.deleteFrom('visits').execute();
