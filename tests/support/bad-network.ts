import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What is wrong with a line: the way there and back together takes so long, so much goes through each way in a second, and of so many packets one is lost. */
export type Weather = { roundTripMs: number; bytesPerSecond: number; loss: number };
export type Line = {
  url: string;
  weather: Weather;
  /** Leads new connections to another port, as whatever stands before servers does. */
  lead(port: number): void;
  /** Breaks every connection that is open, in both directions and without a word; answers how many there were. */
  cut(): number;
  close(): Promise<void>;
};
export const CLEAR: Weather = { roundTripMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY, loss: 0 };
const PACKET = 1_400;
/** TCP sends a lost packet once more after at least this much; everything behind it waits. */
const RESENT_MS = 200;
const MOST_WAITING = 32 * PACKET;

/** A line to a port of this machine that may become as bad as one likes. All connections share it, each way. */
export async function openLine(port: number): Promise<Line> {
  let target = port;
  const line: Pick<Line, 'weather'> = { weather: CLEAR };
  const pairs = new Set<() => void>();
  const makeWay = () => {
    let freeAt = 0;
    return (from: Socket, to: Socket) => {
      let [last, waiting] = [0, 0];
      // As TCP does, a connection gives out what came in first; timers of about the same moment would not.
      const order: (() => void)[] = [];
      const pass = (bytes: number, deliver: () => void) => {
        order.push(deliver);
        const { roundTripMs, bytesPerSecond, loss } = line.weather;
        const now = performance.now();
        freeAt = Math.max(now, freeAt) + (bytes / bytesPerSecond) * 1_000;
        last = Math.max(
          last,
          freeAt + roundTripMs / 2 + (Math.random() < loss ? RESENT_MS + roundTripMs : 0),
        );
        setTimeout(() => order.shift()!(), last - now);
      };
      from.on('data', (chunk: Buffer) => {
        for (let at = 0; at < chunk.length; at += PACKET) {
          const packet = chunk.subarray(at, at + PACKET);
          waiting += packet.length;
          pass(packet.length, () => {
            waiting -= packet.length;
            if (!to.destroyed) to.write(packet);
            if (waiting < MOST_WAITING) from.resume();
          });
        }
        if (waiting >= MOST_WAITING) from.pause();
      });
      from.on('end', () => pass(0, () => to.end()));
    };
  };
  const [there, back] = [makeWay(), makeWay()];
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const breakOff = () => {
      pairs.delete(breakOff);
      client.destroy();
      upstream.destroy();
    };
    pairs.add(breakOff);
    // A side that has said all it had to say and is gone leaves the rest of it under way.
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      socket.on('error', breakOff).on('close', () => {
        if (!socket.readableEnded || other.destroyed) breakOff();
      });
    there(client, upstream);
    back(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(line, {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    lead: (next: number) => {
      target = next;
    },
    cut() {
      const open = [...pairs];
      for (const breakOff of open) breakOff();
      return open.length;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const breakOff of pairs) breakOff();
      await closed;
    },
  });
}
