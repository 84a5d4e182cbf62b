import type { Bus } from './bus.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { trackChannelsElsewhere } from './channels-elsewhere.ts';
import { announceChannels } from './channels-here.ts';
import { keepEvents } from './kept-events.ts';
import { textOf, type NumberedEvent } from './live-event.ts';

/** A live event in the form sent to other instances. */
export type RelayedEvent = [channel: string, id: string | null, text: string];

/**
 * An event that no other instance read is kept for at least this long: longer than an instance may
 * be silent before it counts as gone.
 */
const KEPT_MS = 10_000;
/**
 * A starting instance does not know yet which others exist, and an instance whose user was let into
 * a channel reports only then that it reads it.
 */
const OPEN_MS = 8_000;

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
  const widened = new Map<string, number>();
  const openUntil = nowMs() + openMs;
  const kept = keepEvents();
  const send = (channel: string, event: NumberedEvent, text = textOf(event)) =>
    bus.publish('live.event', [channel, event.id ?? null, text] satisfies RelayedEvent);
  const here = announceChannels(bus);
  const elsewhere = trackChannelsElsewhere(bus, {
    keptMs: KEPT_MS,
    hasKept: kept.hasKept,
    wanted(channel, since) {
      for (const event of kept.take(channel, since)) send(channel, event);
    },
  });

  bus.subscribe<string>('live.anew', (instance) => {
    if (instance === bus.id) restartStreams();
  });
  const timer = setInterval(() => {
    kept.turn();
    for (const [channel, until] of widened) if (until < nowMs()) widened.delete(channel);
    elsewhere.forgetDead();
  }, KEPT_MS);
  timer.unref();

  return {
    begin: here.begin,
    end: here.end,
    widen: (channel) => void widened.set(channel, nowMs() + openMs),
    publish(channel, event, text) {
      const at = nowMs();
      const isOpen = at < openUntil || (widened.get(channel) ?? 0) > at;
      if (isOpen || elsewhere.mayRead(channel)) send(channel, event, text);
      else kept.keep(channel, event, at);
    },
    close() {
      elsewhere.close();
      clearInterval(timer);
      here.close();
    },
  };
}
