import type { Bus } from './bus.ts';
import { nowMs } from '#platform/runtime/clock.ts';

/**
 * `since` is when the first stream that reads the channel was opened; null if it does not need
 * earlier events.
 */
export type Want = [channel: string, since: number | null];

/**
 * An instance that has not reported what it reads is asked again: on a slow connection the first
 * question to an instance that has just started may be lost.
 */
const ASK_AGAIN_MS = 2_000;
/** An instance silent for this long has no streams any more. */
const DEAD_MS = 300_000;

export type ChannelsElsewhere = {
  /** Returns whether another instance reads the channel, or may read it. */
  mayRead(channel: string): boolean;
  /** Forgets the channels of instances that have been silent for too long. */
  forgetDead(): void;
  close(): void;
};

/**
 * Tracks which channels the other instances read, and asks those that have not reported it.
 * `wanted` is called when one starts to read a channel and needs its events since then. An instance
 * that was silent for longer than `keptMs` may have missed events: if any event was not sent to the
 * others, its streams restart.
 */
export function trackChannelsElsewhere(
  bus: Bus,
  on: { keptMs: number; hasKept: () => boolean; wanted: (channel: string, since: number) => void },
): ChannelsElsewhere {
  const elsewhere = new Map<string, Set<string>>();
  /**
   * Instances that have not yet reported what they read, and whether they may have missed
   * something.
   */
  const unknown = new Map<string, boolean>();
  const silentSince = new Map<string, number>();
  const setOf = (instance: string): Set<string> => {
    const known = elsewhere.get(instance);
    if (known !== undefined) return known;
    const made = new Set<string>();
    elsewhere.set(instance, made);
    return made;
  };
  bus.subscribe<Want>('live.want', ([channel, since], from) => {
    setOf(from).add(channel);
    if (since !== null) on.wanted(channel, since);
  });
  bus.subscribe<string>('live.unwant', (channel, from) => void setOf(from).delete(channel));
  bus.subscribe<string[]>('live.wants', (channels, from) => {
    elsewhere.set(from, new Set(channels));
    unknown.delete(from);
  });

  // Both go in one batch: an instance that answers the first has received the second.
  const askAgain = (instance: string, mayHaveMissed: boolean) => {
    bus.publish('live.ask', instance);
    if (mayHaveMissed && on.hasKept()) bus.publish('live.anew', instance);
  };
  const ask = (instance: string, mayHaveMissed: boolean) => {
    const hasMissed = mayHaveMissed || unknown.get(instance) === true;
    unknown.set(instance, hasMissed);
    askAgain(instance, hasMissed);
  };
  bus.onCome((instance) => {
    ask(instance, nowMs() - (silentSince.get(instance) ?? 0) > on.keptMs);
    silentSince.delete(instance);
  });
  bus.onGap((instance) => {
    if (bus.others().includes(instance)) ask(instance, true);
    // If it does return, it is asked and restarts its streams.
    else silentSince.set(instance, 0);
  });
  bus.onGo((instance, { at, bye }) => {
    unknown.delete(instance);
    // An instance that is merely not heard may still have its streams.
    if (bye) elsewhere.delete(instance);
    else silentSince.set(instance, at);
  });
  const again = setInterval(
    () => unknown.forEach((mayHaveMissed, instance) => askAgain(instance, mayHaveMissed)),
    ASK_AGAIN_MS,
  );
  again.unref();

  return {
    mayRead(channel) {
      if (unknown.size > 0) return true;
      for (const channels of elsewhere.values()) if (channels.has(channel)) return true;
      return false;
    },
    forgetDead() {
      for (const [instance, at] of silentSince) {
        if (nowMs() - at < DEAD_MS) continue;
        silentSince.delete(instance);
        elsewhere.delete(instance);
      }
    },
    close: () => clearInterval(again),
  };
}
