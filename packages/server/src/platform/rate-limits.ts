import { RATE_LIMITS, type LimitName } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import { nowMs } from './clock.ts';

export type RateLimits = {
  /** Counts one use, or several that are let through all or not at all; throws `too_often` with the seconds to wait when the window is full. */
  spend(name: LimitName, key: string, uses?: number): void;
  /** Looks without counting; throws as `spend` does. */
  check(name: LimitName, key: string): void;
  /** Forgets the uses of a key, as after a right password. */
  forgive(name: LimitName, key: string): void;
};

const MAX_KEYS = 200_000;

/** Windows in memory: they start with the first use and end after the limit's seconds. */
export function makeRateLimits(enabled: boolean): RateLimits {
  const windows = new Map<string, { ends: number; used: number }>();
  const find = (name: LimitName, key: string) => {
    const id = `${name} ${key}`;
    const window = windows.get(id);
    if (window !== undefined && window.ends > nowMs()) return window;
    if (window !== undefined) windows.delete(id);
    return undefined;
  };
  const refuse = (ends: number): never => {
    const seconds = Math.max(1, Math.ceil((ends - nowMs()) / 1000));
    throw fault('too_often', { text: `Слишком часто. Попробуйте через ${inWords(seconds)}.`, retryAfter: seconds });
  };
  const admit = (name: LimitName, key: string, uses: number) => {
    if (!enabled) return;
    const window = find(name, key);
    if (window !== undefined && window.used + uses > RATE_LIMITS[name].count) refuse(window.ends);
  };
  return {
    check: (name, key) => admit(name, key, 1),
    spend(name, key, uses = 1) {
      if (!enabled) return;
      admit(name, key, uses);
      const window = find(name, key);
      if (window !== undefined) window.used += uses;
      else {
        if (windows.size >= MAX_KEYS) {
          const oldest = windows.keys().next().value;
          if (oldest !== undefined) windows.delete(oldest);
        }
        windows.set(`${name} ${key}`, { ends: nowMs() + RATE_LIMITS[name].seconds * 1000, used: uses });
      }
    },
    forgive: (name, key) => void windows.delete(`${name} ${key}`),
  };
}

const plural = new Intl.PluralRules('ru');
function inWords(seconds: number): string {
  const [count, forms] = seconds < 60 ? [seconds, ['секунду', 'секунды', 'секунд']] as const
    : seconds < 3600 ? [Math.ceil(seconds / 60), ['минуту', 'минуты', 'минут']] as const
      : [Math.ceil(seconds / 3600), ['час', 'часа', 'часов']] as const;
  const rule = plural.select(count);
  return `${count} ${rule === 'one' ? forms[0] : rule === 'few' ? forms[1] : forms[2]}`;
}
