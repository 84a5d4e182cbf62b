import { sql } from 'kysely';
import type { TestApp } from '../support/driver.ts';
import { patient } from '../support/patience.ts';

/** Tables that change without any call: the server stores that it is alive. */
const SELF_CHANGING = ['migrations', 'instances'];
export type Journal = {
  /**
   * Returns and clears what was written since the last call, as `table operation columns`;
   * `besideJob`: a job ran meanwhile; `isIdle`: no job runs or is due.
   */
  take(): Promise<{ written: string[]; besideJob: boolean; isIdle: boolean }>;
  /** Waits until no job runs, and forgets what was written. */
  settle(): Promise<void>;
};

/**
 * Records every row of the app's tables that a transaction changes, and the jobs that are queued:
 * exact, and readable in a millisecond. An update that writes the same values does not count.
 */
export async function keepJournal({
  server: {
    context: { db, jobs },
  },
}: TestApp): Promise<Journal> {
  await sql`create schema watched`.execute(db);
  await sql`
    create unlogged table watched.journal (written text not null, beside_job boolean not null)
  `.execute(db);
  await sql
    .raw(`create function watched.note() returns trigger language plpgsql as $$
    declare columns text := '';
    begin
      if tg_op = 'UPDATE' then
        select coalesce(string_agg(n.key, ',' order by n.key), '') into columns from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value;
      end if;
      insert into watched.journal values (concat_ws(' ', tg_table_name, lower(tg_op), nullif(columns, '')), exists (select from graphile_worker._private_jobs where locked_at is not null));
      return null;
    end $$`)
    .execute(db);
  const { rows: tables } = await sql<{
    name: string;
  }>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public'
      and table_type = 'BASE TABLE'
      and not table_name = any(${SELF_CHANGING})
  `.execute(db);
  for (const { name } of tables) {
    await sql`
      create trigger watched_rows after insert
        or delete on ${sql.table(name)} for each row execute function watched.note()
    `.execute(db);
    await sql`
      create trigger watched_changes after
      update on ${sql.table(name)} for each row
        when (old.* is distinct from new.*) execute function watched.note()
    `.execute(db);
  }
  // A finished job leaves the queue, which is not caused by a call.
  await sql`
    create trigger watched_rows after insert or
    update of payload on graphile_worker._private_jobs for each row execute function watched.note()
  `.execute(db);
  const done = jobs.done();
  const take = async () => {
    const {
      rows: [row],
    } = await sql<{
      written: string[] | null;
      besideJob: boolean | null;
      isIdle: boolean;
    }>`
      with gone as (delete from watched.journal returning written, beside_job)
      select (select array_agg(written) from gone) as written,
        (select bool_or(beside_job) from gone) as "besideJob",
        not exists (
          select
          from graphile_worker.jobs
          where attempts < max_attempts
            and task_identifier = any(${done})
            and (run_at <= now() or locked_at is not null)
        ) as "isIdle"
    `.execute(db);
    return { written: row!.written ?? [], besideJob: row!.besideJob ?? false, isIdle: row!.isIdle };
  };
  return {
    take,
    async settle() {
      for (const ends = performance.now() + patient(60_000); !(await take()).isIdle;) {
        if (performance.now() > ends) throw new Error('jobs never end');
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      }
      await take();
    },
  };
}
