import { RATE_LIMITS, type LimitName } from '@respa/contract/rate-limits';
import { appError } from '@respa/contract/app-errors';
import { nowMs } from '#platform/runtime/clock.ts';
import type { SharedWindows, Use } from './shared-windows.ts';

/** Each method may have to query Redis: await it. */
export type RateLimits = {
  /**
   * Counts one use, or several that are allowed all or not at all; throws `too_often` with the
   * seconds to wait when the window is full.
   */
  spend(name: LimitName, key: string, uses?: number): void | Promise<void>;
  /** Checks without counting; throws as `spend` does. */
  check(name: LimitName, key: string): void | Promise<void>;
  /** Clears the uses of a key, for example after a correct password. */
  forgive(name: LimitName, key: string): void | Promise<void>;
};

const MAX_KEYS = 200_000;
/** How many windows are looked at for one that may go, when memory is full. */
const MAX_LOOKED_AT = 100;
/**
 * For limits of at least `WIDE` uses, each instance allows the first share without asking the
 * others.
 */
const [WIDE, FIRST_SHARE] = [30, 1 / 6];

/**
 * Windows start with the first use and end after the limit's seconds. They are in memory or, with
 * several instances, in Redis. In that case memory also counts
 * what this instance allows, and decides while Redis does not answer.
 *
 * Querying Redis for each message would cost more than a tenth of sending it. Most members stay far
 * below a wide limit, so an instance reports the first sixth that it allows to Redis
 * afterwards, and asks Redis first once this instance or all together have used that much. Narrow
 * limits, sign-in among them, always ask Redis. The possible excess over a limit is the sixth of an
 * instance
 * that received nothing about the member during the reporting delay of a tenth of a second.
 */
export function makeRateLimits(
  enabled: boolean,
  shared: SharedWindows | null = null,
  maxKeys = MAX_KEYS,
): RateLimits {
  if (!enabled) return { spend: () => {}, check: () => {}, forgive: () => {} };
  const windows = makeWindows(maxKeys);
  const most = (name: LimitName) => ({
    most: RATE_LIMITS[name].count,
    ms: RATE_LIMITS[name].seconds * 1000,
  });
  const own: RateLimits = {
    check: (name, key) => refuse(windows.look(`${name} ${key}`, 1, most(name).most)),
    spend(name, key, uses = 1) {
      const id = `${name} ${key}`;
      refuse(windows.look(id, uses, most(name).most));
      windows.count({ id, uses, ...most(name) });
    },
    forgive: (name, key) => windows.forget(`${name} ${key}`),
  };
  if (shared === null) return own;
  const spendShared = async (use: Use, name: LimitName, key: string) => {
    const left = await shared.spend(use);
    if (left === undefined) return own.spend(name, key, use.uses);
    refuse(left);
    windows.count(use);
  };
  return {
    async check(name, key) {
      const left = await shared.look({ id: `${name} ${key}`, uses: 1, ...most(name) });
      if (left === undefined) return own.check(name, key);
      refuse(left);
    },
    spend(name, key, uses = 1) {
      const use: Use = { id: `${name} ${key}`, uses, ...most(name) };
      const free = freeOf(name);
      if (!windows.isFree(use.id, uses, free)) return spendShared(use, name, key);
      windows.count(use);
      shared.report({ ...use, most: free }, (rest) => windows.ask(use.id, rest));
    },
    async forgive(name, key) {
      windows.forget(`${name} ${key}`);
      await shared.forget(`${name} ${key}`);
    },
  };
}

function freeOf(name: LimitName): number {
  const { count } = RATE_LIMITS[name];
  return count < WIDE ? 0 : Math.floor(count * FIRST_SHARE);
}

function makeWindows(maxKeys: number) {
  const windows = new Map<
    string,
    {
      ends: number;
      used: number;
      most: number;
      /**
       * Until this time Redis must be asked first, because other instances have used the free
       * share.
       */ askedUntil: number;
    }
  >();
  const find = (id: string) => {
    const window = windows.get(id);
    if (window !== undefined && window.ends > nowMs()) return window;
    if (window !== undefined) windows.delete(id);
    return undefined;
  };
  /**
   * Forgets the oldest window that is over or not full. A full one stays: a caller who could make
   * the server forget it would have no limit. Each full window cost its owner all of its uses, so
   * the few that memory holds beyond the maximum are no attack.
   */
  const makeRoom = (): void => {
    let looked = 0;
    for (const [id, window] of windows) {
      if (window.used < window.most || window.ends <= nowMs()) return void windows.delete(id);
      // To the end of the line, so that the next search does not meet it again.
      windows.delete(id);
      windows.set(id, window);
      if ((looked += 1) >= MAX_LOOKED_AT) return;
    }
  };
  return {
    /** Returns the milliseconds to wait if this many uses do not fit, otherwise 0. */
    look(id: string, uses: number, most: number): number {
      const window = find(id);
      return window !== undefined && window.used + uses > most ? window.ends - nowMs() : 0;
    },
    isFree(id: string, uses: number, free: number): boolean {
      if (uses > free) return false;
      const window = find(id);
      return window === undefined || (window.used + uses <= free && window.askedUntil <= nowMs());
    },
    ask(id: string, ms: number): void {
      const window = find(id);
      if (window !== undefined && ms > 0) window.askedUntil = nowMs() + ms;
    },
    count({ id, uses, most, ms }: Use): void {
      const window = find(id);
      if (window !== undefined) {
        window.used += uses;
        return;
      }
      if (windows.size >= maxKeys) makeRoom();
      windows.set(id, { ends: nowMs() + ms, used: uses, most, askedUntil: 0 });
    },
    forget: (id: string): void => void windows.delete(id),
  };
}
function refuse(ms: number): void {
  if (ms <= 0) return;
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  throw appError('too_often', {
    text: `Слишком часто. Попробуйте через ${inWords(seconds)}.`,
    retryAfter: seconds,
  });
}

const plural = new Intl.PluralRules('ru');
function inWords(seconds: number): string {
  const [count, forms] =
    seconds < 60
      ? ([seconds, ['секунду', 'секунды', 'секунд']] as const)
      : seconds < 3600
        ? ([Math.ceil(seconds / 60), ['минуту', 'минуты', 'минут']] as const)
        : ([Math.ceil(seconds / 3600), ['час', 'часа', 'часов']] as const);
  const rule = plural.select(count);
  return `${count} ${rule === 'one' ? forms[0] : rule === 'few' ? forms[1] : forms[2]}`;
}
