import { sql } from 'kysely';
import type { Tx } from './db.ts';

/**
 * Locks a row, so that changes to it happen one after another; others may still reference it.
 * Returns whether the row exists.
 */
export async function lockRow(tx: Tx, table: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id
    from ${sql.table(table)}
    where id = ${id}
    for no key update
  `.execute(tx);
  return rows.length > 0;
}
