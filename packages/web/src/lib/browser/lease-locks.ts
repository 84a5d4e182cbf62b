// Locks between tabs for pages that are not secure, where browsers have none: an entry of the
// storage that its tab renews. A tab that closes gives it back; one that crashed loses it when the
// lease ends.
import type { TabLocks } from './locks.ts';
import { randomId } from './random-id.ts';

const PREFIX = 'respa.lock.';
/** In ms. Longer than the pause of timers in a tab that has long been hidden, which is a minute. */
const LEASE_MS = 75_000;
const RENEW_MS = 20_000;
/** Two tabs that write at once see after this whose entry has stayed. */
const SETTLE_MS = 40;
/** A waiting tab looks this often, besides when the entry changes. */
const LOOK_MS = 2_000;

type Lease = { owner: string; until: number };
const held = new Map<string, string>();
const keyOf = (name: string): string => PREFIX + name;
function read(name: string): Lease | null {
  try {
    const lease = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Lease | null;
    return lease === null || lease.until < Date.now() ? null : lease;
  } catch {
    return null;
  }
}
const write = (name: string, owner: string): void =>
  localStorage.setItem(keyOf(name), JSON.stringify({ owner, until: Date.now() + LEASE_MS }));
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

window.addEventListener('pagehide', () => {
  for (const [owner, name] of held) if (read(name)?.owner === owner) release(name);
});
/** Others of this tab learn it too: browsers tell only other tabs of a change. */
const freed = new EventTarget();
function release(name: string): void {
  localStorage.removeItem(keyOf(name));
  freed.dispatchEvent(new Event('freed'));
}

async function take(name: string, owner: string, isStealing: boolean): Promise<boolean> {
  if (!isStealing && read(name) !== null) return false;
  write(name, owner);
  freed.dispatchEvent(new Event('freed'));
  await wait(SETTLE_MS);
  return read(name)?.owner === owner;
}
/** Waits until the entry may be free. Rejects when the signal is aborted. */
function waitForChange(name: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const end = (run: () => void) => {
      clearTimeout(timer);
      stop.abort();
      run();
    };
    const look = () => end(resolve);
    const timer = setTimeout(look, LOOK_MS);
    freed.addEventListener('freed', look, { signal: stop.signal });
    window.addEventListener(
      'storage',
      ({ key }) => {
        if (key === keyOf(name)) look();
      },
      { signal: stop.signal },
    );
    signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)), {
      signal: stop.signal,
    });
  });
}
/** Renews the lease until `stop`. Rejects when another tab has stolen it. */
function keep(name: string, owner: string, stop: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const look = () => {
      if (stop.aborted) return;
      const lease = read(name);
      if (lease !== null && lease.owner !== owner)
        reject(new DOMException('The lock was stolen.', 'AbortError'));
      else write(name, owner);
    };
    const timer = setInterval(look, RENEW_MS);
    stop.addEventListener('abort', () => clearInterval(timer));
    freed.addEventListener('freed', look, { signal: stop });
    window.addEventListener(
      'storage',
      ({ key, newValue }) => {
        if (key === keyOf(name) && newValue !== null) look();
      },
      { signal: stop },
    );
  });
}

/** Locks that work like the browser's own, as far as the site uses them. */
export const leaseLocks: TabLocks = {
  async request(name, { ifAvailable = false, steal = false, signal }, run) {
    const owner = randomId();
    signal?.throwIfAborted();
    while (!(await take(name, owner, steal))) {
      if (ifAvailable) return run(null);
      await waitForChange(name, signal);
    }
    held.set(owner, name);
    const stop = new AbortController();
    try {
      return await Promise.race([run({ name }), keep(name, owner, stop.signal)]);
    } finally {
      stop.abort();
      held.delete(owner);
      if (read(name)?.owner === owner) release(name);
    }
  },
  query: () =>
    Promise.resolve({
      held: Object.keys(localStorage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length))
        .filter((name) => read(name) !== null)
        .map((name) => ({ name })),
    }),
};
