import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { nowMs } from '#platform/runtime/clock.ts';
import { newId } from '#platform/runtime/ids.ts';

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

const CHANNEL = 'respa:bus';
/**
 * Redis channels are not scoped by database: this keeps installations that share one server under
 * different database numbers from receiving each other's messages.
 */
const channelOf = (redis: Redis) => `${CHANNEL}:${redis.options.db ?? 0}`;
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
 * Publish and subscribe over Redis. A server that hangs counts as down: the first command without
 * an answer closes the connection, which fails all pending commands.
 */
export function createRedisTransport(commands: Redis, subscriber: Redis): Transport {
  let listener = (_text: string) => {};
  let changed = () => {};
  let heardAt = 0;
  let deafSince = 0;
  let wasWell = false;
  /**
   * A command had no answer: the connection is being closed, which takes a while if the other side
   * hangs.
   */
  let isClosing = false;
  const notice = () => {
    const isWell = transport.isWell();
    if (isWell !== wasWell) changed();
    wasWell = isWell;
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
  const transport: Transport = {
    async send(text) {
      // Reopens a hanging subscription; the command connection detects its own failure. It does not
      // act on the first check: a process that was asleep has not yet read what is in the socket.
      if (transport.isConnected() || commands.status !== 'ready' || subscriber.status !== 'ready')
        deafSince = 0;
      else if (deafSince === 0) deafSince = nowMs();
      else if (nowMs() - deafSince > ECHO_MS) {
        deafSince = 0;
        subscriber.disconnect(true);
      }
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
    isWell: () => commands.status === 'ready' && !isClosing,
    isConnected: () => nowMs() - heardAt < ECHO_MS,
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
  return transport;
}

/**
 * The database takes payloads of less than 8,000 bytes; a UTF-16 code unit takes at most three, and
 * each part has a header.
 */
const PART_UNITS = 2_600;
const MOST_WAITING = 10_000;
const CHECK_MS = 5_000;

/** Cuts a text into parts that fit, never through a surrogate pair. */
export function cutParts(text: string, units = PART_UNITS): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + units);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/**
 * PostgreSQL LISTEN and NOTIFY on its own connection; texts that arrive while one statement runs go
 * together with the next.
 */
export function createDatabaseTransport(url: string): Transport {
  let listener = (_text: string) => {};
  let client: pg.Client | undefined;
  let waiting: { text: string; done: () => void; failed: (error: Error) => void }[] = [];
  let [isSending, isOver] = [false, false];
  let checked = 0;
  let check: NodeJS.Timeout | undefined;
  const halves = new Map<string, string[]>();
  let begun = () => {};

  const hear = (payload: string) => {
    const [name, place, count] = payload.split(' ', 3) as [string, string, string];
    const part = payload.slice(name.length + place.length + count.length + 3);
    const parts = halves.get(name) ?? [];
    parts[Number(place)] = part;
    if (parts.filter((one) => one !== undefined).length < Number(count)) {
      halves.set(name, parts);
      if (halves.size > MOST_WAITING) halves.delete(halves.keys().next().value!);
      return;
    }
    halves.delete(name);
    parts
      .join('')
      .split('\n')
      .forEach((text) => listener(text));
  };
  const lose = (lost: pg.Client) => {
    if (client === lost) client = undefined;
    void lost.end().catch(() => {});
  };
  const connect = async (): Promise<void> => {
    while (!isOver) {
      const opened = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: 2_000,
        query_timeout: 2_000,
        application_name: 'respa-bus',
      });
      const gone = new Promise<void>((resolve) => {
        opened.on('error', () => resolve()).on('end', () => resolve());
      });
      opened.on('notification', ({ payload }) => {
        if (payload !== undefined) hear(payload);
      });
      try {
        await opened.connect();
        // A notification is not needed after a database crash, so it does not have to wait for the
        // disk.
        await opened.query('set synchronous_commit = off');
        await opened.query(`listen "${CHANNEL}"`);
        client = opened;
        begun();
        await gone;
      } catch {
        // Retried below.
      }
      lose(opened);
      halves.clear();
      if (!isOver) await pause(AGAIN_MS, undefined, { ref: false });
    }
  };
  const work = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const by = client;
      try {
        if (by === undefined) throw new Error('the database is away');
        const name = newId();
        const parts = cutParts(batch.map(({ text }) => text).join('\n'));
        await by.query('select pg_notify($1, part) from unnest($2::text[]) as part', [
          CHANNEL,
          parts.map((part, index) => `${name} ${index} ${parts.length} ${part}`),
        ]);
        checked = nowMs();
        batch.forEach(({ done }) => done());
      } catch (error) {
        if (by !== undefined) lose(by);
        batch.forEach(({ failed }) => failed(error as Error));
      }
    }
    isSending = false;
  };
  return {
    send: (text) =>
      new Promise((done, failed) => {
        waiting.push({ text, done, failed });
        if (!isSending) void work();
      }),
    onText: (input) => void (listener = input),
    isWell: () => client !== undefined,
    isConnected: () => client !== undefined,
    onChange: () => {},
    async start() {
      const first = new Promise<void>((resolve) => {
        begun = resolve;
      });
      void connect();
      check = setInterval(() => {
        const by = client;
        if (by !== undefined && nowMs() - checked > CHECK_MS)
          by.query('select 1').then(
            () => {
              checked = nowMs();
            },
            () => lose(by),
          );
      }, CHECK_MS);
      check.unref();
      await Promise.race([first, pause(START_MS, undefined, { ref: false })]);
    },
    async stop() {
      isOver = true;
      clearInterval(check);
      while (isSending) await pause(5);
      await client?.end().catch(() => {});
    },
  };
}
