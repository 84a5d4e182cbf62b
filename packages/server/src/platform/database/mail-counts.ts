import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

type Counted = { recipient: Buffer; kind: string; seconds: number };
/**
 * Counts one mail in the recipient's window of that many seconds, which starts with its first mail.
 * Returns the number of mails in it, this one included.
 */
export async function countMail(tx: Tx, { recipient, kind, seconds }: Counted): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    insert into mail_counts as counted (recipient, kind, seconds, used, ends_at)
    values (${recipient}, ${kind}, ${seconds}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (recipient, kind, seconds) do update
    set used = case when counted.ends_at > now() then counted.used + 1 else 1 end,
        ends_at = case when counted.ends_at > now() then counted.ends_at else excluded.ends_at end
    returning used
  `.execute(tx);
  return rows[0]!.used;
}

/** Deletes windows that are over, at most `limit` of them. Returns how many. */
export async function deleteMailCounts(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_counts
    where (recipient, kind, seconds) in (
      select recipient, kind, seconds
      from mail_counts
      where ends_at < now()
      order by ends_at
      limit ${limit}
      for update skip locked
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}
