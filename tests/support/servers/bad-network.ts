import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * The quality of a network line: the round-trip time, the bytes per second in each direction, and
 * the share of lost packets.
 */
export type LineQuality = { roundTripMs: number; bytesPerSecond: number; loss: number };
export type Line = {
  url: string;
  weather: LineQuality;
  /** Directs new connections to another port, like a load balancer. */
  lead(port: number): void;
  /**
   * Breaks every open connection in both directions without notice. Returns how many there were.
   */
  cut(): number;
  close(): Promise<void>;
};
export const PERFECT_LINE: LineQuality = {
  roundTripMs: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  loss: 0,
};
const PACKET = 1_400;
/** In ms: TCP resends a lost packet after at least this time; everything behind it waits. */
const RESENT_MS = 200;
const MOST_WAITING = 32 * PACKET;

/**
 * Opens a line to a port of this machine whose quality can be reduced. All connections share its
 * bandwidth in each direction.
 */
export async function openLine(port: number): Promise<Line> {
  let target = port;
  const line: Pick<Line, 'weather'> = { weather: PERFECT_LINE };
  const pairs = new Set<() => void>();
  const makeWay = () => {
    let freeAt = 0;
    return (from: Socket, to: Socket) => {
      let [last, waiting] = [0, 0];
      // Like TCP, a connection delivers data in order; timers with nearly equal times would not.
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
    // A side that has sent everything and closed leaves the rest in transit.
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
