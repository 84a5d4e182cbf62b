import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import type { Bus } from './bus.ts';

/**
 * Three heartbeats plus the delay of a busy database; an instance connected to the bus is missed
 * sooner.
 */
const DEAD_SECONDS = 20;
/** What the row of an instance says that it holds. */
export type InstanceRow = { people: string[]; workers: string[]; seen_at: Date };

/** Deletes the rows of all dead instances, and returns them. */
export async function deleteDead(db: Db, bus: Bus): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    delete from instances
    where id <> ${bus.id}
      and id <> all(${bus.others()}::uuid[])
      and (not ${bus.isShared} or seen_at < now() - ${DEAD_SECONDS} * interval '1 second')
    returning people, workers, seen_at
  `.execute(db);
  return rows;
}

/** Deletes the row of an instance, and returns it unless another instance has. */
export async function deleteInstance(db: Db, id: string): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    delete from instances
    where id = ${id}
    returning people, workers, seen_at
  `.execute(db);
  return rows;
}

/** Writes the row of this instance; returns whether there was none. */
export async function writeInstance(
  db: Db,
  id: string,
  { people, workers, jobs }: { people: string[]; workers: string[]; jobs: string[] },
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into instances (id, people, workers, jobs)
    values (${id}, ${people}::uuid[], ${workers}::text[], ${jobs}::text[])
    on conflict (id) do update set seen_at = now(), people = excluded.people,
      workers = excluded.workers, jobs = excluded.jobs
    returning xmax = 0 as is_new
  `.execute(db);
  return rows[0]!.is_new;
}
