import { sql } from 'kysely';
import type pg from 'pg';
import type { AppContext } from '#platform/runtime/app-context.ts';

const BEAT_MS = 5_000;
/** Three beats and what a busy database takes; whoever can be heard on the bus is missed sooner. */
const DEAD_SECONDS = 20;
const PERSON = 'user:';
/** Everything that another instance held which is no more. `at` in milliseconds is when it was there last. */
type Left = { people: string[]; workers: string[]; at: number };
export type Instances = {
  /** Takes over what the dead have left and registers this one; call it before jobs are worked off. */
  start(pool: pg.Pool): Promise<void>;
  /** Writes down what this one holds now. */
  beat(): Promise<void>;
  /** Writes down who is there, for those who go on. */
  stop(): Promise<void>;
};

/**
 * The rows of the servers on this database. A row that is taken away is taken by exactly one, who does what its server cannot do any more:
 * gives its jobs back and says by the signal `peopleLeft` who was there. Without a bus there is one server: every other row is of a dead one.
 */
export function makeInstances(context: AppContext): Instances {
  const { db, bus, jobs, live } = context;
  let isRegistered = false;
  let timer: NodeJS.Timeout | undefined;
  let jobsPool: pg.Pool;
  const peopleHere = () => live.attendance.listHere().map((tag) => tag.slice(PERSON.length));

  const settle = async (
    left: Left[],
    missed: { people: string[]; at: number } = { people: [], at: 0 },
  ): Promise<void> => {
    await jobs.release(
      jobsPool,
      left.flatMap(({ workers }) => workers),
    );
    for (const { people, at } of [...left, missed]) {
      const gone = people.filter((id) => !live.hasTagged(`${PERSON}${id}`));
      if (gone.length > 0)
        await context.signals.emit('peopleLeft', { ids: gone, at: new Date(at) });
    }
  };
  const present = (rows: { people: string[]; workers: string[]; seen_at: Date }[]): Left[] =>
    rows.map(({ people, workers, seen_at: at }) => ({ people, workers, at: at.getTime() }));
  const sweep = async (): Promise<void> => {
    const { rows } = await sql<{ people: string[]; workers: string[]; seen_at: Date }>`
      delete from instances
      where id <> ${bus.id}
        and id <> all(${bus.others()}::uuid[])
        and (not ${bus.isShared} or seen_at < now() - ${DEAD_SECONDS} * interval '1 second')
      returning people, workers, seen_at
    `.execute(db);
    await settle(present(rows));
  };
  const take = async (id: string, tags: string[], at: number): Promise<void> => {
    const { rows } = await sql<{
      people: string[];
      workers: string[];
      seen_at: Date;
    }>`
      delete from instances
      where id = ${id}
      returning people, workers, seen_at
    `.execute(db);
    if (rows.length > 0)
      await settle(
        present(rows).map((left) => ({
          ...left,
          people: left.people.filter((one) => !tags.includes(`${PERSON}${one}`)),
        })),
        { people: tags.map((tag) => tag.slice(PERSON.length)), at },
      );
  };
  const beat = async (): Promise<void> => {
    const people = peopleHere();
    const { rows } = await sql<{ is_new: boolean }>`
      insert into instances (id, people, workers, jobs)
      values (${bus.id}, ${people}::uuid[], ${jobs.workers()}::text[], ${jobs.done()}::text[])
      on conflict (id) do update set seen_at = now(), people = excluded.people,
        workers = excluded.workers, jobs = excluded.jobs
      returning xmax = 0 as is_new
    `.execute(db);
    // Taken for dead while it only slept: those who are here were told to be gone.
    if (rows[0]!.is_new && isRegistered) await context.signals.emit('peopleBack', { ids: people });
    isRegistered = true;
  };
  const warn = (error: Error) =>
    context.log.warn({ err: error.message }, 'the row of this instance was not written');

  return {
    beat,
    async start(pool) {
      jobsPool = pool;
      await sweep();
      // Jobs of servers that knew no rows yet, or died between two beats.
      await jobs.releaseUnknown(pool);
      await beat();
      live.attendance.onGone((id, tags, at) => void take(id, tags, at).catch(warn));
      timer = setInterval(
        () =>
          void beat()
            .then(bus.isShared ? sweep : undefined)
            .catch(warn),
        BEAT_MS,
      );
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await beat().catch(warn);
    },
  };
}
