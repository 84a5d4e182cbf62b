import { nowMs } from '#platform/runtime/clock.ts';

/** An instance silent for this long is gone. */
const SILENCE_MS = 6_000;
/** An instance heard within this time is not dead, even if another instance cannot hear it. */
const ALIVE_MS = 2_000;

/**
 * How an instance was lost: `at` in milliseconds is when it was last heard, `bye` says that it
 * announced its stop.
 */
export type Loss = { at: number; bye: boolean };
export type HeardInstances = {
  /**
   * Records that an instance was heard; returns whether it is the first time, a return, or neither.
   */
  hear(instance: string): 'first' | 'again' | 'still';
  /** Records that an instance is gone, unless it already is. */
  lose(instance: string, bye: boolean): void;
  /** Treats an instance as gone, unless it has just been heard. */
  giveUp(instance: string): void;
  /** The instances that are there. */
  list(): string[];
  onCome(listener: (instance: string) => void): void;
  onGo(listener: (instance: string, how: Loss) => void): void;
  /** Starts to measure the time between two checks. */
  begin(): void;
  /** Finds the instances that have been silent for too long. */
  check(): void;
};

/**
 * Tracks which other instances are heard. Calls `forget` for an instance that has been gone for so
 * long that nothing of it is expected any more.
 */
export function makeHeardInstances(forget: (instance: string) => void): HeardInstances {
  const heard = new Map<string, { at: number; isHere: boolean; isGoing: boolean }>();
  const came: ((instance: string) => void)[] = [];
  const went: ((instance: string, how: Loss) => void)[] = [];
  let lastCheck = 0;

  const lose = (instance: string, bye: boolean) => {
    const state = heard.get(instance);
    if (state?.isHere !== true) return;
    Object.assign(state, { isHere: false, isGoing: bye });
    went.forEach((listener) => listener(instance, { at: state.at, bye }));
  };

  return {
    lose,
    hear(instance) {
      const known = heard.get(instance);
      if (known?.isGoing === true) known.at = nowMs();
      else heard.set(instance, { at: nowMs(), isHere: true, isGoing: false });
      if (known !== undefined && (known.isHere || known.isGoing)) return 'still';
      came.forEach((listener) => listener(instance));
      return known === undefined ? 'first' : 'again';
    },
    giveUp(instance) {
      if (nowMs() - (heard.get(instance)?.at ?? 0) > ALIVE_MS) lose(instance, false);
    },
    list: () => [...heard].filter(([, { isHere }]) => isHere).map(([instance]) => instance),
    onCome: (listener) => void came.push(listener),
    onGo: (listener) => void went.push(listener),
    begin() {
      lastCheck = nowMs();
    },
    check() {
      const now = nowMs();
      const wasAsleep = now - lastCheck > SILENCE_MS / 2;
      lastCheck = now;
      // A process that was asleep has not yet read what is in its sockets: no instance is
      // considered gone because of that.
      if (wasAsleep)
        for (const state of heard.values()) state.at = Math.max(state.at, now - SILENCE_MS / 2);
      for (const [instance, { at, isHere }] of heard) {
        if (isHere && now - at > SILENCE_MS) lose(instance, false);
        else if (!isHere && now - at > 60 * SILENCE_MS) {
          heard.delete(instance);
          forget(instance);
        }
      }
    },
  };
}
