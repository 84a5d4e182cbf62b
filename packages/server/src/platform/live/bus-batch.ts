export type BusMessage = [topic: string, body: unknown];
/**
 * What one instance sends at once: `i` is its id, `n` the number of its last batch, `m` the
 * messages of this batch. Without `m` it is a beat. `deaf`: the instance receives nothing over the
 * quick transport. `bye`: it is stopping.
 */
export type Batch = {
  i: string;
  n: number;
  m?: BusMessage[];
  deaf?: true;
  bye?: true;
};

/** Any client may write to a Redis channel: anything that is not a batch is ignored. */
export function readBatch(text: string): Batch | undefined {
  try {
    const read = JSON.parse(text) as Partial<Batch> | null;
    return typeof read?.i === 'string' &&
      Number.isSafeInteger(read.n) &&
      (read.m === undefined || Array.isArray(read.m))
      ? (read as Batch)
      : undefined;
  } catch {
    return undefined;
  }
}
