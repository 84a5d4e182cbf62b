import type { NumberedEvent } from './live-event.ts';

/** The text is built only if the event is sent after all, which is rare. */
type Kept = { at: number; event: NumberedEvent };
/** The maximum difference between the clocks of two machines. */
const SKEW_MS = 1_000;

export type KeptEvents = {
  keep(channel: string, event: NumberedEvent, at: number): void;
  /** Removes the events of a channel, and returns those kept since then. */
  take(channel: string, since: number): NumberedEvent[];
  /** Drops the events that were kept before the last turn. */
  turn(): void;
  /** Returns whether any event has ever been kept. */
  hasKept(): boolean;
};

/**
 * Keeps events that were not sent to the other instances, in case one of them needs them after all.
 */
export function keepEvents(): KeptEvents {
  let [kept, older] = [new Map<string, Kept[]>(), new Map<string, Kept[]>()];
  let hasKept = false;
  return {
    keep(channel, event, at) {
      hasKept = true;
      const others = kept.get(channel);
      if (others === undefined) kept.set(channel, [{ at, event }]);
      else others.push({ at, event });
    },
    take(channel, since) {
      const all = [...(older.get(channel) ?? []), ...(kept.get(channel) ?? [])];
      older.delete(channel);
      kept.delete(channel);
      return all.filter(({ at }) => at >= since - SKEW_MS).map(({ event }) => event);
    },
    turn() {
      [kept, older] = [new Map(), kept];
    },
    hasKept: () => hasKept,
  };
}
