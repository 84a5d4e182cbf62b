import { RATE_LIMITS, type LimitName } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import { nowMs } from './clock.ts';

export type RateLimits = {
  /** Counts one use; throws `too_often` with the seconds to wait when the window is full. */
  spend(name: LimitName, key: string): void;
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
  const check = (name: LimitName, key: string) => {
    if (!enabled) return;
    const window = find(name, key);
    if (window !== undefined && window.used >= RATE_LIMITS[name].count) refuse(window.ends);
  };
  return {
    check,
    spend(name, key) {
      if (!enabled) return;
      check(name, key);
      const window = find(name, key);
      if (window !== undefined) window.used += 1;
      else {
        if (windows.size >= MAX_KEYS) {
          const oldest = windows.keys().next().value;
          if (oldest !== undefined) windows.delete(oldest);
        }
        windows.set(`${name} ${key}`, { ends: nowMs() + RATE_LIMITS[name].seconds * 1000, used: 1 });
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
