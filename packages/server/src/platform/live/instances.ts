import type pg from 'pg';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { deleteDead, deleteInstance, writeInstance, type InstanceRow } from './instance-queries.ts';

const BEAT_MS = 5_000;
const PERSON = 'user:';
/** Everything that a dead instance held. `at` in milliseconds is when it was last there. */
type Left = { people: string[]; workers: string[]; at: number };
const presentLeft = ({ people, workers, seen_at: at }: InstanceRow): Left => ({
  people,
  workers,
  at: at.getTime(),
});
export type Instances = {
  /**
   * Takes over what dead instances left and registers this one; call it before jobs are processed.
   */
  start(pool: pg.Pool): Promise<void>;
  /** Writes down what this instance holds now. */
  beat(): Promise<void>;
  /** Writes down who is online, for the remaining instances. */
  stop(): Promise<void>;
};

/**
 * Keeps the rows of the servers on this database. Exactly one server removes a dead server's row
 * and then does what that server no longer can:
 * it releases its jobs and emits the signal `peopleLeft` with the people who were connected.
 * Without a bus there is one server, so every other row belongs to a dead one.
 */
export function makeInstances(context: AppContext): Instances {
  const { db, bus, jobs, live } = context;
  let isRegistered = false;
  let timer: NodeJS.Timeout | undefined;
  let jobsPool: pg.Pool;
  const peopleHere = () => live.attendance.listHere().map((tag) => tag.slice(PERSON.length));

  const settle = (left: Left[], missed?: Missed) => settleLeft(context, jobsPool, left, missed);
  const sweep = async (): Promise<void> => {
    await settle((await deleteDead(db, bus)).map(presentLeft));
  };
  const take = async (id: string, tags: string[], at: number): Promise<void> => {
    const rows = await deleteInstance(db, id);
    if (rows.length > 0)
      await settle(
        rows.map(presentLeft).map((left) => ({
          ...left,
          people: left.people.filter((one) => !tags.includes(`${PERSON}${one}`)),
        })),
        { people: tags.map((tag) => tag.slice(PERSON.length)), at },
      );
  };
  const beat = async (): Promise<void> => {
    const people = peopleHere();
    const isNew = await writeInstance(db, bus.id, {
      people,
      workers: jobs.workers(),
      jobs: jobs.done(),
    });
    // This instance was taken for dead while it only slept: the people connected here were reported
    // as gone.
    if (isNew && isRegistered) await context.signals.emit('peopleBack', { ids: people });
    isRegistered = true;
  };
  const warn = (error: Error) =>
    context.log.warn({ err: error.message }, 'the row of this instance was not written');

  return {
    beat,
    async start(pool) {
      jobsPool = pool;
      await sweep();
      // Jobs of servers that had no rows yet, or that died between two heartbeats.
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

/** People whose streams an instance had, by what this instance heard of it. */
type Missed = { people: string[]; at: number };
/** Releases the jobs of dead instances, and reports the people who are no longer connected. */
async function settleLeft(
  { jobs, live, signals }: AppContext,
  jobsPool: pg.Pool,
  left: Left[],
  missed: Missed = { people: [], at: 0 },
): Promise<void> {
  await jobs.release(
    jobsPool,
    left.flatMap(({ workers }) => workers),
  );
  for (const { people, at } of [...left, missed]) {
    const gone = people.filter((id) => !live.hasTagged(`${PERSON}${id}`));
    if (gone.length > 0) await signals.emit('peopleLeft', { ids: gone, at: new Date(at) });
  }
}
