// The same port over TCP, for networks without UDP. A browser frames its packets (RFC 4571); each
// connection gets a local UDP socket, through which the library sees it as one more UDP address.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import { addressKey } from '#platform/http/address-key.ts';
import { readStunUser } from './stun.ts';

/** Connections in all, and those of one member. */
const [MAX_CONNECTIONS, MAX_OF_MEMBER] = [1_000, 4];
/** Connections that have not named a member yet: of one address, and in all. */
const [MAX_UNNAMED_EACH, MAX_UNNAMED] = [20, 200];
/** How long the first packet may take, and how long a connection may be silent, in ms. */
const [FIRST_MS, IDLE_MS] = [5_000, 30_000];
/** Bytes that may wait for a slow reader; more is dropped, as UDP would. */
const MAX_WAITING_BYTES = 32_768;
/** Bytes of one packet: nothing larger fits into a packet of UDP on the way. */
const MAX_FRAME_BYTES = 1_500;
/** Packets of one connection that are taken in a second. */
const MAX_FRAMES = 500;

export type TcpGate = {
  /** The port, the same as wanted unless that was 0. */
  port: number;
  count(): number;
  /** Ends the connections of a member. */
  end(user: string): void;
  close(): Promise<void>;
};
type Gate = {
  target(): number;
  isKnown(user: string): boolean;
  dropped(): void;
  /** Who they come from, the oldest first. */
  unnamed: Map<Socket, string>;
  byUser: Map<string, Set<Socket>>;
};

/**
 * Listens at a port for browsers that reach no UDP, and passes their packets to the UDP port
 * `target`. `isKnown` tells whether a member waits for a connection under this name (the ufrag of the
 * answer). It listens everywhere unless `host` is given. Throws if the port is taken.
 */
export async function openTcpGate(
  port: number,
  hooks: Pick<Gate, 'target' | 'isKnown' | 'dropped'>,
  {
    firstMs = FIRST_MS,
    idleMs = IDLE_MS,
    host,
  }: { firstMs?: number; idleMs?: number; host?: string | undefined } = {},
): Promise<TcpGate> {
  const gate: Gate = { ...hooks, unnamed: new Map(), byUser: new Map() };
  const open = new Set<Socket>();
  const server: Server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    makeRoom(gate, addressKey(socket.remoteAddress ?? ''));
    pass(gate, socket, firstMs, idleMs);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  server.on('error', () => {});
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    count: () => open.size,
    end(user) {
      for (const socket of gate.byUser.get(user) ?? []) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/**
 * Ends the oldest connection without a name if there are too many of an address or in all, so that idle
 * ones do not keep members out.
 */
function makeRoom({ unnamed }: Gate, address: string): void {
  const own = [...unnamed].filter(([, from]) => from === address);
  if (own.length >= MAX_UNNAMED_EACH) own[0]![0].destroy();
  else if (unnamed.size >= MAX_UNNAMED) unnamed.keys().next().value?.destroy();
}

/** Passes the packets of one connection to the library and back. */
function pass(gate: Gate, socket: Socket, firstMs: number, idleMs: number): void {
  let udp: UdpSocket | undefined;
  let user: string | undefined;
  let budget = { second: 0, frames: 0 };
  gate.unnamed.set(socket, addressKey(socket.remoteAddress ?? ''));
  const first = setTimeout(() => socket.destroy(), firstMs);
  socket.on('error', () => {});
  socket.once('close', () => {
    clearTimeout(first);
    gate.unnamed.delete(socket);
    udp?.close();
    udp = undefined;
    if (user === undefined) return;
    const same = gate.byUser.get(user);
    same?.delete(socket);
    if (same?.size === 0) gate.byUser.delete(user);
  });
  /** Returns whether the first packet asks for a member who waits. */
  function enter(frame: Buffer): boolean {
    const named = readStunUser(frame);
    if (named === null || !gate.isKnown(named)) return false;
    const same = gate.byUser.get(named) ?? new Set();
    if (same.size >= MAX_OF_MEMBER) return false;
    user = named;
    gate.byUser.set(named, same.add(socket));
    gate.unnamed.delete(socket);
    clearTimeout(first);
    socket.setTimeout(idleMs, () => socket.destroy());
    udp = connectUdp(gate, socket);
    return true;
  }
  function take(frame: Buffer): boolean {
    if (user === undefined && !enter(frame)) return false;
    const second = Math.floor(performance.now() / 1_000);
    if (budget.second !== second) budget = { second, frames: 0 };
    budget.frames += 1;
    if (budget.frames > MAX_FRAMES) gate.dropped();
    else udp?.send(frame, gate.target(), '127.0.0.1', () => {});
    return true;
  }
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (part) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    while (rest.length >= 2) {
      const bytes = rest.readUInt16BE(0);
      if (bytes === 0 || bytes > MAX_FRAME_BYTES) {
        socket.destroy();
        return;
      }
      if (rest.length < 2 + bytes) break;
      if (!take(rest.subarray(2, 2 + bytes))) {
        socket.destroy();
        return;
      }
      rest = rest.subarray(2 + bytes);
    }
    // What is kept must not hold a large block of memory.
    if (rest.length > 0) rest = Buffer.from(rest);
  });
}
/** Returns the local socket of a connection. What the library sends to it goes to the browser. */
function connectUdp(gate: Gate, socket: Socket): UdpSocket {
  const udp = createSocket('udp4');
  udp.on('error', () => socket.destroy());
  udp.on('message', (packet, { address, port }) => {
    if (address !== '127.0.0.1' || port !== gate.target()) return;
    if (socket.writableLength + packet.length + 2 > MAX_WAITING_BYTES) {
      gate.dropped();
      return;
    }
    const framed = Buffer.allocUnsafe(packet.length + 2);
    framed.writeUInt16BE(packet.length, 0);
    packet.copy(framed, 2);
    socket.write(framed);
  });
  udp.bind(0, '127.0.0.1');
  return udp;
}
