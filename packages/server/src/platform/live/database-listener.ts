import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The channel of the bus: that of the database, and the beginning of the name of that of Redis. */
export const BUS_CHANNEL = 'respa:bus';

export type DatabaseListener = {
  /** Connects, and again whenever the connection is lost; resolves at the first connection. */
  start(): Promise<void>;
  /** Returns the connection, if there is one. */
  client(): pg.Client | undefined;
  /** Gives up a connection that failed. */
  lose(lost: pg.Client): void;
  /** Makes the present connection the last one. */
  stopRetrying(): void;
};

/**
 * Keeps a connection of its own that listens on the channel of the bus. `receive` gets each
 * payload, and `lost` is called after each connection.
 */
export function keepListening(
  url: string,
  on: { receive: (payload: string) => void; lost: () => void; againMs: number },
): DatabaseListener {
  let client: pg.Client | undefined;
  let isOver = false;
  let begun = () => {};

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
        if (payload !== undefined) on.receive(payload);
      });
      try {
        await opened.connect();
        // A notification is not needed after a database crash, so it does not have to wait for the
        // disk.
        await opened.query('set synchronous_commit = off');
        await opened.query(`listen "${BUS_CHANNEL}"`);
        client = opened;
        begun();
        await gone;
      } catch {
        // Retried below.
      }
      lose(opened);
      on.lost();
      if (!isOver) await pause(on.againMs, undefined, { ref: false });
    }
  };

  return {
    lose,
    client: () => client,
    start() {
      const first = new Promise<void>((resolve) => {
        begun = resolve;
      });
      void connect();
      return first;
    },
    stopRetrying() {
      isOver = true;
    },
  };
}
