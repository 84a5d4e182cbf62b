import { sql } from 'kysely';
import type { ReportKind, ReportReason } from '@respa/contract/reports';
import type { Db } from '#platform/db.ts';

type NewReport = { id: string; reporter_id: string; kind: ReportKind; object_id: string; owner_id: string; reason: ReportReason; text: string };
export const saveReport = (db: Db, row: NewReport) => db.insertInto('reports').values({ ...row, closed_at: null })
  .onConflict((conflict) => conflict.columns(['reporter_id', 'kind', 'object_id']).doUpdateSet({ reason: row.reason, text: row.text, created_at: sql`now()`, closed_at: null })).execute();
