/** A cache of the bytes of small, frequently requested files; evicts the least recently used. */
export type Memory<T extends { body: Buffer }> = {
  get(key: string): T | undefined;
  set(key: string, entry: T): void;
  delete(key: string): void;
  bytes(): number;
};

/** Bytes. Overhead of a key and an entry beside the content; an estimate on the high side. */
const ENTRY_BYTES = 512;

export function makeMemory<T extends { body: Buffer }>(limitBytes: number): Memory<T> {
  // A Map keeps the insertion order: the first entry is the least recently used.
  const entries = new Map<string, T>();
  let held = 0;
  const forget = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entries.delete(key);
    held -= entry.body.length + ENTRY_BYTES;
    return entry;
  };
  const keep = (key: string, entry: T) => {
    entries.set(key, entry);
    held += entry.body.length + ENTRY_BYTES;
  };
  return {
    get(key) {
      const entry = forget(key);
      if (entry !== undefined) keep(key, entry);
      return entry;
    },
    set(key, entry) {
      forget(key);
      if (entry.body.length + ENTRY_BYTES > limitBytes) return;
      keep(key, entry);
      for (const oldest of entries.keys()) {
        if (held <= limitBytes) break;
        forget(oldest);
      }
    },
    delete: (key) => void forget(key),
    bytes: () => held,
  };
}
