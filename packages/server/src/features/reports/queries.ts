import { sql } from 'kysely';
import type { ReportKind, ReportReason } from '@respa/contract/reports';
import type { Db } from '#platform/db.ts';

type NewReport = { id: string; reporter_id: string; kind: ReportKind; object_id: string; owner_id: string | null; reason: ReportReason; text: string };
export const saveReport = (db: Db, row: NewReport) => db.insertInto('reports').values({ ...row, closed_at: null })
  .onConflict((conflict) => conflict.columns(['reporter_id', 'kind', 'object_id']).doUpdateSet({ reason: row.reason, text: row.text, created_at: sql`now()`, closed_at: null })).execute();

export type ReportRow = { kind: string; object_id: string; reason: string; text: string; created_at: Date; closed_at: Date | null };
/** Reports of one person, in the order of their things. */
export async function pickReportsBy(db: Db, userId: string, { after, limit }: { after: ReportRow | undefined; limit: number }): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`select kind, object_id, reason, text, created_at, closed_at from reports where reporter_id = ${userId}
    ${after === undefined ? sql`` : sql`and (kind, object_id) > (${after.kind}, ${after.object_id}::uuid)`} order by kind, object_id limit ${limit}`.execute(db);
  return rows;
}
