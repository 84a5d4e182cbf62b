import { appError } from '@respa/contract/app-errors';

/** Runs work when its turn comes. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `width` pieces of work at once; the others wait in the order of arrival. */
export function createWorkQueue(width: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/**
 * Runs the work of an owner when its turn comes. Work without an owner is the server's own: it has
 * turns like that of one more owner, and is never refused.
 */
export type FairQueue = <T>(owner: string | undefined, work: () => Promise<T>) => Promise<T>;
type Waiting = { start: () => void; refuse: (error: Error) => void };

/** Seconds after which a refused caller may try again. */
const RETRY_SECONDS = 10;
const OWN = '';

/**
 * Runs at most `width` pieces of work at once. The owners who wait take turns, so that one with
 * many pieces delays another's first by one piece only. At most `each` pieces of one owner wait,
 * and `all` together: a full queue drops the newest piece of the owner who has most waiting. What
 * does not fit throws `unavailable` with the seconds to wait.
 */
export function createFairQueue(width: number, most: { each: number; all: number }): FairQueue {
  /** The owners who wait, in the order of their turns; each has something waiting. */
  const owners = new Map<string, Waiting[]>();
  let [running, count] = [0, 0];

  const next = (): Waiting | undefined => {
    const first = owners.entries().next().value;
    if (first === undefined) return undefined;
    const [owner, waiting] = first;
    owners.delete(owner);
    if (waiting.length > 1) owners.set(owner, waiting);
    count -= 1;
    return waiting.shift();
  };
  const drop = (owner: string) => {
    const waiting = owners.get(owner)!;
    if (waiting.length === 1) owners.delete(owner);
    count -= 1;
    waiting.pop()!.refuse(appError('unavailable', { retryAfter: RETRY_SECONDS }));
  };
  /** Refuses what does not fit after one more piece of an owner. */
  const makeRoom = (owner: string) => {
    if (owner !== OWN && owners.get(owner)!.length > most.each) return drop(owner);
    if (count <= most.all) return;
    const members = [...owners].filter(([one]) => one !== OWN);
    const [largest] = members.toSorted(([, a], [, b]) => b.length - a.length);
    if (largest !== undefined) drop(largest[0]);
  };
  const wait = (owner: string) =>
    new Promise<void>((start, refuse) => {
      owners.set(owner, [...(owners.get(owner) ?? []), { start, refuse }]);
      count += 1;
      makeRoom(owner);
    });

  return async (owner = OWN, work) => {
    if (running >= width) await wait(owner);
    else running += 1;
    try {
      return await work();
    } finally {
      const turn = next();
      if (turn === undefined) running -= 1;
      else turn.start();
    }
  };
}
