import type { Bus } from './bus.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { textOf, type NumberedEvent } from './live-event.ts';

/** A live event in the form sent to other instances. */
export type RelayedEvent = [channel: string, id: string | null, text: string];
/**
 * `since` is when the first stream that reads the channel was opened; null if it does not need
 * earlier events.
 */
type Want = [channel: string, since: number | null];
/** The text is built only if the event is sent after all, which is rare. */
type Kept = { at: number; event: NumberedEvent };

/**
 * An event that no other instance read is kept for at least this long: longer than an instance may
 * be silent before it counts as gone.
 */
const KEPT_MS = 10_000;
/**
 * An instance that has not reported what it reads is asked again: on a slow connection the first
 * question to an instance that has just started may be lost.
 */
const ASK_AGAIN_MS = 2_000;
/**
 * A user who opens the next page returns to the same channels, so channels are kept this long
 * instead of reporting each page.
 */
const LINGER_MS = 60_000;
/**
 * A starting instance does not know yet which others exist, and an instance whose user was let into
 * a channel reports only then that it reads it.
 */
const OPEN_MS = 8_000;
/** An instance silent for this long has no streams any more. */
const DEAD_MS = 300_000;
/** The maximum difference between the clocks of two machines. */
const SKEW_MS = 1_000;

export type Interest = {
  /**
   * Streams here start to read a channel: `opened` streams before they read the database, `joined`
   * streams have been let in.
   */
  begin(channel: string, how: 'opened' | 'joined'): void;
  /** No stream here reads the channel any more. */
  end(channel: string): void;
  /**
   * A user is let into the channel, here or elsewhere: for a while its events go to all instances.
   */
  widen(channel: string): void;
  /**
   * Sends an event to the other instances if any of them reads its channel; `text` is its text, if
   * already built.
   */
  publish(channel: string, event: NumberedEvent, text?: string): void;
  close(): void;
};

/**
 * Tracks which channels the other instances read: an event that none of them reads is not sent. A
 * stream opened elsewhere reads the database
 * after its instance has reported what it wants. An event held back here between that read and the
 * arrival of the report is sent then. If a report
 * may be lost, everything is sent until its instance has reported all that it reads, and its
 * streams restart.
 */
export function makeInterest(
  bus: Bus,
  restartStreams: () => void,
  { openMs = OPEN_MS } = {},
): Interest {
  const here = new Map<string, NodeJS.Timeout | undefined>();
  const elsewhere = new Map<string, Set<string>>();
  /**
   * Instances that have not yet reported what they read, and whether they may have missed
   * something.
   */
  const unknown = new Map<string, boolean>();
  const widened = new Map<string, number>();
  let [kept, older] = [new Map<string, Kept[]>(), new Map<string, Kept[]>()];
  let [hasKept, isAsked] = [false, false];
  const openUntil = nowMs() + openMs;

  const isWanted = (channel: string, at: number): boolean => {
    if (unknown.size > 0 || at < openUntil || (widened.get(channel) ?? 0) > at) return true;
    for (const channels of elsewhere.values()) if (channels.has(channel)) return true;
    return false;
  };
  const send = (channel: string, event: NumberedEvent, text = textOf(event)) =>
    bus.publish('live.event', [channel, event.id ?? null, text] satisfies RelayedEvent);
  const sendKept = (channel: string, since: number) => {
    for (const { at, event } of [...(older.get(channel) ?? []), ...(kept.get(channel) ?? [])])
      if (at >= since - SKEW_MS) send(channel, event);
    older.delete(channel);
    kept.delete(channel);
  };
  const setOf = (instance: string): Set<string> => {
    const known = elsewhere.get(instance);
    if (known !== undefined) return known;
    const made = new Set<string>();
    elsewhere.set(instance, made);
    return made;
  };
  bus.subscribe<Want>('live.want', ([channel, since], from) => {
    setOf(from).add(channel);
    if (since !== null) sendKept(channel, since);
  });
  bus.subscribe<string>('live.unwant', (channel, from) => void setOf(from).delete(channel));
  bus.subscribe<string[]>('live.wants', (channels, from) => {
    elsewhere.set(from, new Set(channels));
    unknown.delete(from);
  });
  bus.subscribe<string>('live.ask', (instance) => {
    if (instance !== bus.id || isAsked) return;
    isAsked = true;
    // All concurrent questions get one answer.
    setImmediate(() => {
      isAsked = false;
      bus.publish('live.wants', [...here.keys()]);
    });
  });
  bus.subscribe<string>('live.anew', (instance) => {
    if (instance === bus.id) restartStreams();
  });
  // Both go in one batch: an instance that answers the first has received the second.
  const askAgain = (instance: string, mayHaveMissed: boolean) => {
    bus.publish('live.ask', instance);
    if (mayHaveMissed && hasKept) bus.publish('live.anew', instance);
  };
  const ask = (instance: string, mayHaveMissed: boolean) => {
    const hasMissed = mayHaveMissed || unknown.get(instance) === true;
    unknown.set(instance, hasMissed);
    askAgain(instance, hasMissed);
  };
  const silentSince = new Map<string, number>();
  bus.onCome((instance) => {
    ask(instance, nowMs() - (silentSince.get(instance) ?? 0) > KEPT_MS);
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
  const timer = setInterval(() => {
    [kept, older] = [new Map(), kept];
    for (const [channel, until] of widened) if (until < nowMs()) widened.delete(channel);
    for (const [instance, at] of silentSince) {
      if (nowMs() - at < DEAD_MS) continue;
      silentSince.delete(instance);
      elsewhere.delete(instance);
    }
  }, KEPT_MS);
  for (const one of [again, timer]) one.unref();

  const forget = (channel: string) => {
    here.delete(channel);
    bus.publish('live.unwant', channel);
  };
  return {
    begin(channel, how) {
      if (!bus.isShared) return;
      const isAnnounced = here.has(channel);
      clearTimeout(here.get(channel));
      here.set(channel, undefined);
      if (!isAnnounced)
        bus.publish('live.want', [channel, how === 'opened' ? nowMs() : null] satisfies Want);
    },
    end(channel) {
      if (bus.isShared) here.set(channel, setTimeout(forget, LINGER_MS, channel).unref());
    },
    widen: (channel) => void widened.set(channel, nowMs() + openMs),
    publish(channel, event, text) {
      const at = nowMs();
      if (isWanted(channel, at)) return send(channel, event, text);
      hasKept = true;
      const others = kept.get(channel);
      if (others === undefined) kept.set(channel, [{ at, event }]);
      else others.push({ at, event });
    },
    close() {
      clearInterval(again);
      clearInterval(timer);
      for (const lingering of here.values()) clearTimeout(lingering);
    },
  };
}
