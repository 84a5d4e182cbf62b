import { sql } from 'kysely';
import type { Outcome } from '@respa/contract/admin';
import type { ReportKind, ReportReason } from '@respa/contract/reports';
import type { Db, Tx } from '#platform/database/db.ts';

type NewReport = {
  id: string;
  case_id: string;
  reporter_id: string;
  kind: ReportKind;
  object_id: string;
  owner_id: string | null;
  reason: ReportReason;
  text: string;
};
/** Returns the open case of an object, and creates it if there is none. */
export async function openCase(
  tx: Tx,
  row: { id: string; kind: ReportKind; object_id: string; owner_id: string | null },
): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`
    insert into report_cases (id, kind, object_id, owner_id)
    values (${row.id}, ${row.kind}, ${row.object_id}, ${row.owner_id})
    on conflict (kind, object_id) where closed_at is null do update set owner_id = excluded.owner_id
    returning id
  `.execute(tx);
  return rows[0]!.id;
}
/** A repeated report counts as new: its id carries the time of the last report. */
export const saveReport = (tx: Tx, row: NewReport) =>
  tx
    .insertInto('reports')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['reporter_id', 'kind', 'object_id']).doUpdateSet({
        id: row.id,
        reason: row.reason,
        text: row.text,
        created_at: sql`now()`,
        case_id: row.case_id,
        owner_id: row.owner_id,
      }),
    )
    .execute();

export type ReportRow = {
  kind: string;
  object_id: string;
  reason: string;
  text: string;
  created_at: Date;
  closed_at: Date | null;
};
/** Returns a user's reports, in the order of their objects. */
export async function pickReportsBy(
  db: Db,
  userId: string,
  { after, limit }: { after: ReportRow | undefined; limit: number },
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
      select r.kind, r.object_id, r.reason, r.text, r.created_at, c.closed_at
      from reports r
      join report_cases c on c.id = r.case_id
      where r.reporter_id = ${userId} ${
        after === undefined
          ? sql``
          : sql`
          and (r.kind, r.object_id) > (${after.kind}, ${after.object_id}::uuid)
        `
      }
      order by r.kind, r.object_id
      limit ${limit}
    `.execute(db);
  return rows;
}
/**
 * Deletes a user's reports on account deletion, with open cases that only this user reported. Other
 * reporters lock the case too, so that each sees what the other did.
 */
export async function deleteReporter(tx: Tx, userId: string): Promise<void> {
  const { rows: held } = await sql<{
    id: string;
  }>`
    select id
    from report_cases
    where closed_at is null
      and id in (select case_id from reports where reporter_id = ${userId})
    order by id
    for update
  `.execute(tx);
  await tx.deleteFrom('reports').where('reporter_id', '=', userId).execute();
  await sql`
    delete from report_cases c
    where c.id = any(${held.map((row) => row.id)}::uuid[])
      and c.closed_at is null
      and not exists (select from reports r where r.case_id = c.id)
  `.execute(tx);
}

export type CaseRow = {
  id: string;
  kind: ReportKind;
  object_id: string;
  owner_id: string | null;
  created_at: Date;
  closed_at: Date | null;
  outcome: Outcome | null;
  count: number;
  owner_cases: number;
};
const MOST = { reports: 1_000, cases: 100 } as const;
/** Returns cases with the number of reporters, newest first. */
export async function pickCases(
  db: Db,
  page: { isOpen: boolean; before?: string | undefined; limit: number },
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    with picked as (
      select *
      from report_cases
      where ${page.isOpen ? sql`closed_at is null` : sql`closed_at is not null`}
        ${page.before === undefined ? sql`` : sql`and id < ${page.before}`}
      order by id desc
      limit ${page.limit}
    )
    select picked.*,
      (
        select count(*)::int
        from (
          select
          from reports r
          where r.case_id = picked.id
          limit ${MOST.reports}
        ) as counted
      ) as count,
      (
        select count(*)::int
        from (
          select
          from report_cases c
          where c.owner_id = picked.owner_id
          limit ${MOST.cases}
        ) as others
      ) as owner_cases
    from picked
    order by id desc
  `.execute(db);
  return rows;
}
export type ReportDetail = {
  case_id: string;
  reporter_id: string;
  reason: ReportReason;
  text: string;
  created_at: Date;
};
/** Returns the latest reports of each of the given cases. */
export async function gatherLatestReports(
  db: Db,
  caseIds: string[],
  each: number,
): Promise<ReportDetail[]> {
  if (caseIds.length === 0) return [];
  const { rows } = await sql<ReportDetail>`
      select r.*
      from unnest(${caseIds}::uuid[]) as c (id)
      cross join lateral (
        select case_id, reporter_id, reason, text, created_at
        from reports
        where case_id = c.id
        order by id desc
        limit ${each}
      ) as r
    `.execute(db);
  return rows;
}
export const findCase = (
  db: Db | Tx,
  id: string,
): Promise<
  | { id: string; kind: string; object_id: string; owner_id: string | null; closed_at: Date | null }
  | undefined
> =>
  db
    .selectFrom('report_cases')
    .select(['id', 'kind', 'object_id', 'owner_id', 'closed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
/** Returns false if the case is closed already. */
export const closeCase = async (tx: Tx, id: string, outcome: Outcome): Promise<boolean> =>
  (
    await tx
      .updateTable('report_cases')
      .set({ closed_at: sql`now()`, outcome })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows === 1n;
export const closeCaseOf = (tx: Tx, kind: string, objectId: string, outcome: Outcome) =>
  tx
    .updateTable('report_cases')
    .set({ closed_at: sql`now()`, outcome })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('closed_at', 'is', null)
    .execute();
export async function countOpen(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (
      select
      from report_cases
      where closed_at is null
      order by id desc
      limit ${most}
    ) as open
  `.execute(db);
  return rows[0]!.count;
}
