import { newId } from '#platform/runtime/ids.ts';
import { readBatch, type BusMessage } from './bus-batch.ts';
import { makeOrder } from './bus-order.ts';
import { makeBusSender } from './bus-sender.ts';
import type { Transport } from './bus-transports.ts';
import { makeHeardInstances, type Loss } from './heard-instances.ts';

/**
 * The bus to the other instances on the same database. Without REDIS_URL there are none, and the
 * bus costs nothing.
 */
export type Bus = {
  /** The id of this instance: a new one at every start. */
  readonly id: string;
  /** Whether there may be other instances. */
  readonly isShared: boolean;
  /**
   * Publishes a message to the other instances; call it after the commit. All messages of one turn
   * of the event loop go as one batch, and batches arrive in the order in
   * which they were published. `surely`: sent over every transport, for messages that cannot wait
   * until a broken transport is noticed.
   */
  publish(topic: string, body: unknown, how?: 'surely'): void;
  /** Receives what other instances publish, never what this instance publishes. */
  subscribe<B>(topic: string, listener: (body: B, from: string) => void): void;
  /**
   * `onCome` fires when another instance is there (again), `onGo` when it is lost: `at` in
   * milliseconds is when it was last heard, `bye` says that it announced its stop.
   */
  onCome(listener: (instance: string) => void): void;
  onGo(listener: (instance: string, how: Loss) => void): void;
  /**
   * Fires when a message of an instance is lost: whatever depends on it has to be read again from
   * the database.
   */
  onGap(listener: (instance: string) => void): void;
  /** Returns whether messages of other instances can be received at all. */
  hears(): boolean;
  /**
   * Treats an instance as dead on another's report, unless it has just been heard; it returns when
   * it is heard again.
   */
  giveUp(instance: string): void;
  /** The instances currently heard, without this one. */
  others(): string[];
  start(): Promise<void>;
  /** Announces that this instance is stopping; what it publishes until `stop` is still received. */
  close(): void;
  stop(): Promise<void>;
};

/** The bus of a single server. */
export function makeLoneBus(): Bus {
  const nothing = () => {};
  return {
    id: newId(),
    isShared: false,
    publish: nothing,
    subscribe: nothing,
    onCome: nothing,
    onGo: nothing,
    onGap: nothing,
    hears: () => true,
    others: () => [],
    giveUp: nothing,
    start: async () => {},
    close: nothing,
    stop: async () => {},
  };
}

const BEAT_MS = 500;

/** The listeners of each topic. */
type Listeners = Map<string, ((body: never, from: string) => void)[]>;

/** Returns a function that hands the messages of a batch to their listeners. */
function makeDelivery(listeners: Listeners, broke: (error: Error) => void) {
  return (from: string, messages: BusMessage[]): void => {
    for (const [topic, body] of messages)
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener(body as never, from);
        } catch (error) {
          // An instance of another version may publish something unknown here; the rest of the
          // batch is still valid.
          broke(error as Error);
        }
      }
  };
}

/**
 * Uses two transports: normally `quick` (Redis); `sure` (the database) if the quick one refuses a
 * batch, if an instance reports that it receives nothing
 * over it, and for messages that must arrive. Each instance numbers its batches: duplicates are
 * dropped, early ones wait, and missing ones are detected.
 */
export function makeBus(quick: Transport, sure: Transport, broke: (error: Error) => void): Bus {
  const id = newId();
  const listeners: Listeners = new Map();
  const gaps: ((instance: string) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const sender = makeBusSender(id, quick, sure);
  const order = makeOrder<BusMessage[]>({
    deliver: makeDelivery(listeners, broke),
    missed: (from) => gaps.forEach((listener) => listener(from)),
  });
  const heard = makeHeardInstances((instance) => order.forget(instance));
  const receive = (text: string) => {
    const batch = readBatch(text);
    if (batch === undefined || batch.i === id) return;
    if (batch.bye === true) {
      if (batch.m === undefined) order.expect(batch.i, batch.n);
      return heard.lose(batch.i, true);
    }
    if (batch.deaf === true) sender.noteDeaf();
    // It cannot know of this instance before this instance sends something, and then asks for
    // what it needs.
    if (heard.hear(batch.i) === 'first') sender.beat();
    if (batch.m === undefined) order.expect(batch.i, batch.n);
    else order.receive(batch.i, batch.n, batch.m);
  };
  const tick = () => {
    sender.beat();
    heard.check();
  };

  return {
    id,
    isShared: true,
    publish: (topic, body, how) => sender.publish(topic, body, how === 'surely'),
    subscribe: (topic, listener) =>
      void listeners.set(topic, [...(listeners.get(topic) ?? []), listener as never]),
    onCome: heard.onCome,
    onGo: heard.onGo,
    onGap: (listener) => void gaps.push(listener),
    hears: () => quick.isConnected() || sure.isConnected(),
    giveUp: heard.giveUp,
    others: heard.list,
    async start() {
      quick.onText(receive);
      sure.onText(receive);
      quick.onChange(() => sender.beat());
      await Promise.all([quick.start(), sure.start()]);
      heard.begin();
      tick();
      timer = setInterval(tick, BEAT_MS);
      timer.unref();
    },
    close: sender.announceStop,
    async stop() {
      clearInterval(timer);
      sender.flushGathered();
      await Promise.all([quick.stop(), sure.stop()]);
    },
  };
}
