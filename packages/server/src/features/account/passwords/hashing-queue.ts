import { appError } from '@respa/contract/app-errors';

type Turn = { start: () => void; refuse: (error: Error) => void };
/** Bounds of the hashing queue: hashes at once, waiting ones in all, and waiting ones per owner. */
export type QueueBounds = { atOnce: number; waiting: number; each: number };
const BOUNDS: QueueBounds = { atOnce: 4, waiting: 50, each: 10 };
const RETRY_SECONDS = 5;

/**
 * Creates a queue whose owners, such as network addresses, take turns. Beyond its share an owner
 * gets 503. When the queue is full, an owner with few waiting hashes takes the place of the last one
 * of the owner with the most, so that a flood from one address refuses only that address.
 */
export function createHashingQueue(bounds: QueueBounds = BOUNDS) {
  /** Owners in the order of their turns. */
  const waiting = new Map<string, Turn[]>();
  let [running, count] = [0, 0];
  const busy = () => appError('unavailable', { retryAfter: RETRY_SECONDS });

  const takeNext = (): Turn | undefined => {
    const next = waiting.entries().next();
    if (next.done === true) return undefined;
    const [owner, turns] = next.value;
    waiting.delete(owner);
    const turn = turns.shift();
    // The owner goes to the end of the line.
    if (turns.length > 0) waiting.set(owner, turns);
    count -= 1;
    return turn;
  };
  const makeRoom = (mine: number): boolean => {
    let most: Turn[] = [];
    for (const turns of waiting.values()) if (turns.length > most.length) most = turns;
    if (most.length <= mine + 1) return false;
    most.pop()!.refuse(busy());
    count -= 1;
    return true;
  };
  const waitFor = (owner: string): Promise<void> => {
    const mine = waiting.get(owner) ?? [];
    if (mine.length >= bounds.each) throw busy();
    if (count >= bounds.waiting && !makeRoom(mine.length)) throw busy();
    count += 1;
    waiting.set(owner, mine);
    return new Promise((resolve, reject) => {
      mine.push({ start: resolve, refuse: reject });
    });
  };
  /** Runs work when the owner's turn comes. Throws `unavailable` if there is no room. */
  return async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (running >= bounds.atOnce) await waitFor(owner);
    else running += 1;
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next === undefined) running -= 1;
      else next.start();
    }
  };
}
