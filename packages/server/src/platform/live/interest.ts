import type { Bus } from './bus.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { textOf, type LiveEvent } from './live-event.ts';

/** A live event as it goes to other instances. */
export type RelayedEvent = [channel: string, id: string | null, text: string];
/** `since` is when the first stream that reads it was opened, null where what was told before is not for it. */
type Want = [channel: string, since: number | null];
/** Its text is made where it travels after all: hardly any does. */
type Kept = { at: number; event: LiveEvent };

/** An event that nobody else read is kept for so long at least: longer than an instance may be silent before it is taken for gone. */
const KEPT_MS = 10_000;
/** Who has not said what it reads is asked again: where the way is slow, the first question may be lost on one that has just begun. */
const ASK_AGAIN_MS = 2_000;
/** Somebody who opens the next page is back on the same channels: not each page is told. */
const LINGER_MS = 60_000;
/** Whoever begins does not know yet who is there, and whoever was let into a channel says only then that it reads it. */
const OPEN_MS = 8_000;
/** Who was silent for so long has no streams any more. */
const DEAD_MS = 300_000;
/** By how much the clocks of two machines may differ. */
const SKEW_MS = 1_000;

export type Interest = {
  /** Streams here begin to read a channel: `opened` ones before they read the database, `joined` ones have been let in. */
  begin(channel: string, how: 'opened' | 'joined'): void;
  /** No stream here reads it any longer. */
  end(channel: string): void;
  /** Somebody is let into the channel, here or elsewhere: for a while its events go everywhere. */
  widen(channel: string): void;
  /** Tells an event to the other instances, if any of them reads its channel; `text` is its text, where that has been made already. */
  publish(channel: string, event: LiveEvent, text?: string): void;
  close(): void;
};

/**
 * Which channels the other instances read: an event that none of them reads does not travel. A stream that is opened elsewhere reads the database
 * after it has said what it wants; an event that was kept back here between its reading and our hearing of it is told then. Where a want
 * may be lost, everything travels until its instance has said all it reads, and its streams begin anew.
 */
export function makeInterest(
  bus: Bus,
  restartStreams: () => void,
  { openMs = OPEN_MS } = {},
): Interest {
  const here = new Map<string, NodeJS.Timeout | undefined>();
  const elsewhere = new Map<string, Set<string>>();
  /** Who has not said yet what it reads, and whether it may have missed something. */
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
  const send = (channel: string, event: LiveEvent, text = textOf(event)) =>
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
    // All that ask at once get one answer.
    setImmediate(() => {
      isAsked = false;
      bus.publish('live.wants', [...here.keys()]);
    });
  });
  bus.subscribe<string>('live.anew', (instance) => {
    if (instance === bus.id) restartStreams();
  });
  // Both go in one batch: whoever answers the one has heard the other.
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
    // Where it comes again after all, it is asked and begins anew.
    else silentSince.set(instance, 0);
  });
  bus.onGo((instance, { at, bye }) => {
    unknown.delete(instance);
    // Of one that only is not heard the streams may still be there.
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
      const isNotified = here.has(channel);
      clearTimeout(here.get(channel));
      here.set(channel, undefined);
      if (!isNotified)
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
