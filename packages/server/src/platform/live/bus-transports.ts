import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { nowMs } from '#platform/runtime/clock.ts';
import { newId } from '#platform/runtime/ids.ts';
import { BUS_CHANNEL, keepListening } from './database-listener.ts';
import { labelParts, makePartJoiner } from './text-parts.ts';

/** One way to reach all instances, including this one. */
export type Transport = {
  /** Resolves when the text is on its way; throws if it is not. */
  send(text: string): Promise<void>;
  onText(listener: (text: string) => void): void;
  /** Returns whether texts can be sent, as far as is known. */
  isWell(): boolean;
  /** Returns whether texts of other instances arrive, as far as is known. */
  isConnected(): boolean;
  onChange(listener: () => void): void;
  /** Starts, and waits briefly for the connection; without one it keeps trying. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Redis channels are not scoped by database: this keeps installations that share one server under
 * different database numbers from receiving each other's messages.
 */
const channelOf = (redis: Redis) => `${BUS_CHANNEL}:${redis.options.db ?? 0}`;
/**
 * Redis answers within a millisecond: after this timeout the other transport is used, so that
 * ending a session still takes effect within a second.
 */
const ANSWER_MS = 400;
/**
 * An instance receives its own texts back, at least one every half a second; if it does not, it
 * receives nothing at all.
 */
const ECHO_MS = 1_300;
const START_MS = 2_000;
const AGAIN_MS = 500;

/** Opens the connection for commands; it never queues a command for later. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_500,
    commandTimeout: ANSWER_MS,
    retryStrategy: () => AGAIN_MS,
  });
  // The failing command itself reports errors; a refused connection is retried.
  redis.on('error', () => {});
  return redis;
}

/**
 * Reopens a subscription that hangs; the command connection detects its own failure. It does not
 * act on the first call: a process that was asleep has not yet read what is in the socket.
 */
function makeReopening(commands: Redis, subscriber: Redis, isConnected: () => boolean): () => void {
  let deafSince = 0;
  return () => {
    if (isConnected() || commands.status !== 'ready' || subscriber.status !== 'ready')
      deafSince = 0;
    else if (deafSince === 0) deafSince = nowMs();
    else if (nowMs() - deafSince > ECHO_MS) {
      deafSince = 0;
      subscriber.disconnect(true);
    }
  };
}

/**
 * Publish and subscribe over Redis. A server that hangs counts as down: the first command without
 * an answer closes the connection, which fails all pending commands.
 */
export function createRedisTransport(commands: Redis, subscriber: Redis): Transport {
  let listener = (_text: string) => {};
  let changed = () => {};
  let heardAt = 0;
  let wasWell = false;
  /**
   * A command had no answer: the connection is being closed, which takes a while if the other side
   * hangs.
   */
  let isClosing = false;
  const isWell = () => commands.status === 'ready' && !isClosing;
  const isConnected = () => nowMs() - heardAt < ECHO_MS;
  const reopenIfDeaf = makeReopening(commands, subscriber, isConnected);
  const notice = () => {
    const isWellNow = isWell();
    if (isWellNow !== wasWell) changed();
    wasWell = isWellNow;
  };
  subscriber.on('ready', () => {
    subscriber.subscribe(channelOf(subscriber)).catch(() => subscriber.disconnect(true));
  });
  subscriber.on('message', (_channel: string, text: string) => {
    heardAt = nowMs();
    listener(text);
  });
  subscriber.on('close', () => {
    if (heardAt === 0) return;
    heardAt = 0;
    changed();
  });
  for (const event of ['ready', 'close'] as const) {
    commands.on(event, () => {
      isClosing = false;
      notice();
    });
  }
  return {
    async send(text) {
      reopenIfDeaf();
      try {
        await commands.publish(channelOf(commands), text);
      } catch (error) {
        if (commands.status === 'ready' && !isClosing) {
          isClosing = true;
          commands.disconnect(true);
        }
        throw error;
      }
    },
    onText: (input) => void (listener = input),
    isWell,
    isConnected,
    onChange: (input) => void (changed = input),
    async start() {
      // A refused connection is retried automatically.
      const ready = Promise.all(
        [commands, subscriber].map((redis) => redis.connect().catch(() => {})),
      );
      await Promise.race([ready, pause(START_MS, undefined, { ref: false })]);
    },
    async stop() {
      await Promise.race([commands.quit().catch(() => {}), pause(ANSWER_MS)]);
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}

const CHECK_MS = 5_000;

/**
 * PostgreSQL LISTEN and NOTIFY on its own connection; texts that arrive while one statement runs go
 * together with the next.
 */
export function createDatabaseTransport(url: string): Transport {
  let listener = (_text: string) => {};
  let waiting: { text: string; done: () => void; failed: (error: Error) => void }[] = [];
  let isSending = false;
  let checked = 0;
  let check: NodeJS.Timeout | undefined;
  const joiner = makePartJoiner((texts) => texts.split('\n').forEach((text) => listener(text)));
  const connection = keepListening(url, {
    receive: joiner.receive,
    lost: joiner.clear,
    againMs: AGAIN_MS,
  });

  const work = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const by = connection.client();
      try {
        if (by === undefined) throw new Error('the database is away');
        const parts = labelParts(newId(), batch.map(({ text }) => text).join('\n'));
        await by.query('select pg_notify($1, part) from unnest($2::text[]) as part', [
          BUS_CHANNEL,
          parts,
        ]);
        checked = nowMs();
        batch.forEach(({ done }) => done());
      } catch (error) {
        if (by !== undefined) connection.lose(by);
        batch.forEach(({ failed }) => failed(error as Error));
      }
    }
    isSending = false;
  };
  const checkConnection = () => {
    const by = connection.client();
    if (by !== undefined && nowMs() - checked > CHECK_MS)
      by.query('select 1').then(
        () => {
          checked = nowMs();
        },
        () => connection.lose(by),
      );
  };
  return {
    send: (text) =>
      new Promise((done, failed) => {
        waiting.push({ text, done, failed });
        if (!isSending) void work();
      }),
    onText: (input) => void (listener = input),
    isWell: () => connection.client() !== undefined,
    isConnected: () => connection.client() !== undefined,
    onChange: () => {},
    async start() {
      const first = connection.start();
      check = setInterval(checkConnection, CHECK_MS);
      check.unref();
      await Promise.race([first, pause(START_MS, undefined, { ref: false })]);
    },
    async stop() {
      connection.stopRetrying();
      clearInterval(check);
      while (isSending) await pause(5);
      await connection
        .client()
        ?.end()
        .catch(() => {});
    },
  };
}
