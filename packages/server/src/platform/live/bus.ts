import { nowMs } from '#platform/runtime/clock.ts';
import { newId } from '#platform/runtime/ids.ts';
import { makeOrder } from './bus-order.ts';
import type { Transport } from './bus-transports.ts';

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
  onGo(listener: (instance: string, how: { at: number; bye: boolean }) => void): void;
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

type Batch = {
  i: string;
  n: number;
  m?: [topic: string, body: unknown][];
  deaf?: true;
  bye?: true;
};
/** Any client may write to a Redis channel: anything that is not a batch is ignored. */
function readBatch(text: string): Batch | undefined {
  try {
    const read = JSON.parse(text) as Partial<Batch> | null;
    return typeof read?.i === 'string' &&
      Number.isSafeInteger(read.n) &&
      (read.m === undefined || Array.isArray(read.m))
      ? (read as Batch)
      : undefined;
  } catch {
    return undefined;
  }
}
const BEAT_MS = 500;
/** An instance silent for this long is gone. */
const SILENCE_MS = 6_000;
/** An instance heard within this time is not dead, even if another instance cannot hear it. */
const ALIVE_MS = 2_000;
/**
 * How long messages also go over the database after an instance reports that it receives nothing
 * over Redis.
 */
const DEAF_MS = 3_000;

/**
 * Uses two transports: normally `quick` (Redis); `sure` (the database) if the quick one refuses a
 * batch, if an instance reports that it receives nothing
 * over it, and for messages that must arrive. Each instance numbers its batches: duplicates are
 * dropped, early ones wait, and missing ones are detected.
 */
export function makeBus(quick: Transport, sure: Transport, broke: (error: Error) => void): Bus {
  const id = newId();
  const listeners = new Map<string, ((body: never, from: string) => void)[]>();
  const [came, went, gaps]: [
    ((one: string) => void)[],
    ((one: string, how: { at: number; bye: boolean }) => void)[],
    ((one: string) => void)[],
  ] = [[], [], []];
  const heard = new Map<string, { at: number; isHere: boolean; isGoing: boolean }>();
  let [number, othersDeafUntil, wasDeaf] = [0, 0, false];
  let gathered: [string, unknown][] = [];
  let isSure = false;
  let timer: NodeJS.Timeout | undefined;

  const order = makeOrder<[string, unknown][]>({
    deliver: (from, messages) => {
      for (const [topic, body] of messages) {
        for (const listener of listeners.get(topic) ?? []) {
          try {
            listener(body as never, from);
          } catch (error) {
            // An instance of another version may publish something unknown here; the rest of the
            // batch is still valid.
            broke(error as Error);
          }
        }
      }
    },
    missed: (from) => gaps.forEach((listener) => listener(from)),
  });
  const send = (text: string, bySure: boolean) => {
    const isBoth = bySure || !quick.isWell() || nowMs() < othersDeafUntil;
    // A receiver drops duplicates. A batch that neither transport takes is a gap in the numbers
    // that the others notice.
    if (isBoth) sure.send(text).catch(() => {});
    quick.send(text).catch(() => {
      if (!isBoth) sure.send(text).catch(() => {});
    });
  };
  const flush = () => {
    const batch: Batch = { i: id, n: (number += 1), m: gathered };
    const bySure = isSure;
    [gathered, isSure] = [[], false];
    send(JSON.stringify(batch), bySure);
  };
  let isGoing = false;
  const beat = () => {
    const isDeaf = !quick.isConnected();
    const text: Batch = {
      i: id,
      n: number,
      ...(isDeaf ? { deaf: true } : {}),
      ...(isGoing ? { bye: true } : {}),
    };
    send(JSON.stringify(text), isDeaf || wasDeaf || isGoing);
    wasDeaf = isDeaf;
  };
  const go = (instance: string, bye: boolean) => {
    const state = heard.get(instance);
    if (state?.isHere !== true) return;
    Object.assign(state, { isHere: false, isGoing: bye });
    went.forEach((listener) => listener(instance, { at: state.at, bye }));
  };
  const receive = (text: string) => {
    const batch = readBatch(text);
    if (batch === undefined || batch.i === id) return;
    const known = heard.get(batch.i);
    if (batch.bye === true) {
      if (batch.m === undefined) order.expect(batch.i, batch.n);
      return go(batch.i, true);
    }
    if (batch.deaf === true) othersDeafUntil = nowMs() + DEAF_MS;
    if (known?.isGoing === true) known.at = nowMs();
    else heard.set(batch.i, { at: nowMs(), isHere: true, isGoing: false });
    if (known === undefined || !(known.isHere || known.isGoing)) {
      came.forEach((listener) => listener(batch.i));
      // It cannot know of this instance before this instance sends something, and then asks for
      // what it needs.
      if (known === undefined) beat();
    }
    if (batch.m === undefined) order.expect(batch.i, batch.n);
    else order.receive(batch.i, batch.n, batch.m);
  };
  let lastTick = 0;
  const tick = () => {
    const now = nowMs();
    const wasAsleep = now - lastTick > SILENCE_MS / 2;
    lastTick = now;
    beat();
    // A process that was asleep has not yet read what is in its sockets: no instance is considered
    // gone because of that.
    if (wasAsleep)
      for (const state of heard.values()) state.at = Math.max(state.at, now - SILENCE_MS / 2);
    for (const [instance, { at, isHere }] of heard) {
      if (isHere && now - at > SILENCE_MS) go(instance, false);
      else if (!isHere && now - at > 60 * SILENCE_MS) {
        heard.delete(instance);
        order.forget(instance);
      }
    }
  };

  return {
    id,
    isShared: true,
    publish(topic, body, how) {
      if (gathered.length === 0) setImmediate(flush);
      gathered.push([topic, body]);
      if (how === 'surely') isSure = true;
    },
    subscribe: (topic, listener) =>
      void listeners.set(topic, [...(listeners.get(topic) ?? []), listener as never]),
    onCome: (listener) => void came.push(listener),
    onGo: (listener) => void went.push(listener),
    onGap: (listener) => void gaps.push(listener),
    hears: () => quick.isConnected() || sure.isConnected(),
    giveUp(instance) {
      if (nowMs() - (heard.get(instance)?.at ?? 0) > ALIVE_MS) go(instance, false);
    },
    others: () => [...heard].filter(([, { isHere }]) => isHere).map(([instance]) => instance),
    async start() {
      quick.onText(receive);
      sure.onText(receive);
      quick.onChange(() => beat());
      await Promise.all([quick.start(), sure.start()]);
      lastTick = nowMs();
      tick();
      timer = setInterval(tick, BEAT_MS);
      timer.unref();
    },
    close() {
      if (gathered.length > 0) flush();
      isGoing = true;
      beat();
    },
    async stop() {
      clearInterval(timer);
      if (gathered.length > 0) flush();
      await Promise.all([quick.stop(), sure.stop()]);
    },
  };
}
