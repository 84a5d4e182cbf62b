import { sql } from 'kysely';
import type { JobState } from '@respa/contract/admin-jobs';
import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Db, Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readPage } from '#platform/database/paging.ts';

const MAIL = 'mail.send';
type JobRow = {
  id: string;
  name: string;
  to: string | null;
  subject: string | null;
  attempts: number;
  max_attempts: number;
  run_at: Date;
  created_at: Date;
  last_error: string | null;
  locked_at: Date | null;
};
const STATES = {
  running: 'j.locked_at is not null',
  failed: 'j.locked_at is null and j.attempts >= j.max_attempts',
  retrying: 'j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts',
  waiting: 'j.locked_at is null and j.attempts = 0',
} as const satisfies Record<JobState, string>;
// Exposes no more of an email than this: its links open accounts.
const COLUMNS = sql.raw(`
    j.id::text as id, t.identifier as name, j.attempts, j.max_attempts, j.run_at, j.created_at,
      j.last_error, j.locked_at, case when t.identifier = '${MAIL}' then j.payload ->> 'to' end
      as "to", case when t.identifier = '${MAIL}' then j.payload ->> 'subject' end as subject
  `);
const stateOf = (row: JobRow): JobState =>
  row.locked_at !== null
    ? 'running'
    : row.attempts >= row.max_attempts
      ? 'failed'
      : row.attempts > 0
        ? 'retrying'
        : 'waiting';

type Page = {
  queue: 'jobs' | 'mails';
  state?: JobState | undefined;
  before?: string | undefined;
  limit: number;
};
export async function pickJobs(db: Db, { queue, state, before, limit }: Page): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
      select ${COLUMNS}
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where ${queue === 'mails' ? sql`t.identifier = ${MAIL}` : sql`t.identifier <> ${MAIL}`}
        and ${state === undefined ? sql`true` : sql.raw(STATES[state])}
          ${before === undefined ? sql`` : sql`and j.id < ${before}::bigint`}
      order by j.id desc
      limit ${limit}
    `.execute(db);
  return rows;
}
export async function countFailed(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (
      select
      from graphile_worker._private_jobs j
      where ${sql.raw(STATES.failed)}
      limit ${most}
    ) as failed
  `.execute(db);
  return rows[0]!.count;
}
/** Returns a page of the email queue, or of everything else, newest first. */
export async function listJobs(
  context: AppContext,
  input: { queue?: 'jobs' | 'mails'; state?: JobState; before?: string },
) {
  const { rows, isLast } = await readPage(PAGE_SIZES.adminList, (limit) =>
    pickJobs(context.db, {
      queue: input.queue ?? 'jobs',
      state: input.state,
      before: input.before,
      limit,
    }),
  );
  return {
    jobs: rows.map((row) => ({
      _id: row.id,
      name: row.name,
      state: stateOf(row),
      attempts: row.attempts,
      maxAttempts: row.max_attempts,
      runs: row.run_at.toISOString(),
      added: row.created_at.toISOString(),
      error: row.last_error?.split('\n', 1)[0] ?? null,
      mail: row.to === null ? null : { to: row.to, subject: row.subject ?? '' },
    })),
    isLast,
  };
}
async function lockJob(tx: Tx, id: string): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
      select ${COLUMNS}
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where j.id = ${id}::bigint
      for update of j
    `.execute(tx);
  if (rows[0] === undefined) throw appError('not_found');
  if (rows[0].locked_at !== null) throw appError('job_running');
  return rows[0];
}
/** Runs a job now, with all its attempts available again. Throws `not_found`, `job_running`. */
export const retryJob = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx) => {
    const { name } = await lockJob(tx, id);
    await sql`
      select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)
    `.execute(tx);
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: 'retry_job',
      kind: name,
    });
  });
/**
 * Drops a job that has not succeeded so far. Throws `not_found`, also the second time;
 * `job_running`, `job_untried`.
 */
export const dropJob = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx) => {
    const { name, attempts } = await lockJob(tx, id);
    if (attempts === 0) throw appError('job_untried');
    await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx);
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: 'drop_job',
      kind: name,
    });
  });
