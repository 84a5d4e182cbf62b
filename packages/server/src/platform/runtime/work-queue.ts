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
