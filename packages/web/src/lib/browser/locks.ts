/** What the site uses of the browser's locks between tabs. */
export type TabLocks = {
  request<T>(
    name: string,
    options: Pick<LockOptions, 'ifAvailable' | 'signal' | 'steal'>,
    /** Gets null if the lock was asked for only if it is free, and it is not. */
    run: (lock: object | null) => T | Promise<T>,
  ): Promise<T>;
  query(): Promise<{ held?: { name?: string }[] }>;
};
/**
 * Browsers have locks on secure pages only; the site may be opened by plain http in a home network.
 */
const findLocks = async (): Promise<TabLocks> =>
  (navigator.locks as LockManager | undefined) ?? (await import('./lease-locks.ts')).leaseLocks;

/** Runs something while this tab alone holds a lock. Rejects as the browser's own locks do. */
export const requestLock: TabLocks['request'] = async (name, options, run) =>
  (await findLocks()).request(name, options, run);
/** Returns the names of the locks that are held in any tab. */
export async function listHeldLocks(): Promise<string[]> {
  const { held = [] } = await (await findLocks()).query();
  return held.flatMap(({ name }) => (name === undefined ? [] : [name]));
}
