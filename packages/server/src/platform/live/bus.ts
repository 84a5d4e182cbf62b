import { nowMs } from '#platform/runtime/clock.ts';
import { newId } from '#platform/runtime/ids.ts';
import { makeOrder } from './bus-order.ts';
import type { Transport } from './bus-transports.ts';

/** What runs beside us on the same database, and how we speak to it. Without REDIS_URL there is nothing beside us, and it costs nothing. */
export type Bus = {
  /** This instance: a new id at every start. */
  readonly id: string;
  /** Whether there may be other instances. */
  readonly isShared: boolean;
  /**
   * Tells the other instances something, after the commit. All that one turn of the event loop brings goes as one batch, and batches are heard in the order in
   * which they were told. `surely`: by every way there is, for what may not wait until a broken way is noticed.
   */
  publish(topic: string, body: unknown, how?: 'surely'): void;
  /** Hears what others tell; never what this instance told. */
  subscribe<B>(topic: string, listener: (body: B, from: string) => void): void;
  /** Another instance is there (again), or is gone: `at` in milliseconds is when it was heard last, `bye` that it said so itself. */
  onCome(listener: (instance: string) => void): void;
  onGo(listener: (instance: string, how: { at: number; bye: boolean }) => void): void;
  /** Something that an instance told is lost: what hangs on it has to be read anew from the database. */
  onGap(listener: (instance: string) => void): void;
  /** Whether anything that others tell can be heard at all. */
  hears(): boolean;
  /** Takes an instance for gone at another's word, unless it has just been heard; it comes again when it is heard. */
  giveUp(instance: string): void;
  /** The instances that are heard now, without this one. */
  others(): string[];
  start(): Promise<void>;
  /** Says that this instance is going; what it tells until `stop` is still heard. */
  close(): void;
  stop(): Promise<void>;
};

/** The bus of a server that is alone. */
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
/** Anybody may write to a channel of Redis: what is no batch is nothing. */
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
/** Who was silent for so long is gone. */
const SILENCE_MS = 6_000;
/** Who is still heard is not dead, whatever another says who cannot hear it. */
const ALIVE_MS = 2_000;
/** How long somebody who said to hear nothing by Redis is told everything by the database as well. */
const DEAF_MS = 3_000;

/**
 * Speaks over two wires: `quick` (Redis) as a rule, `sure` (the database) where the quick one refuses a batch, where an instance says to hear nothing
 * by it, and for what must arrive. Batches of an instance are numbered: what comes twice is dropped, what comes early waits, what does not come is known.
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
            // What an instance of another age tells may be strange to us; the rest of the batch is not.
            broke(error as Error);
          }
        }
      }
    },
    missed: (from) => gaps.forEach((listener) => listener(from)),
  });
  const send = (text: string, bySure: boolean) => {
    const isBoth = bySure || !quick.isWell() || nowMs() < othersDeafUntil;
    // Whoever hears it twice drops the second; what neither wire takes is a hole in the numbers that the others notice.
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
      // It cannot know of us before we speak, and asks us for what it needs when it does.
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
    // Whoever slept has not heard what lies in its sockets yet: nobody is gone for that.
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
