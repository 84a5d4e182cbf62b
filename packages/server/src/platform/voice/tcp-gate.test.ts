import { randomBytes } from 'node:crypto';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStunUser } from './stun.ts';
import { openTcpGate, type TcpGate } from './tcp-gate.ts';

/** A binding request by the letter of RFC 8489. */
function bindingRequest(user: string): Buffer {
  const name = Buffer.from(user);
  const padded = Buffer.alloc(Math.ceil(name.length / 4) * 4);
  name.copy(padded);
  const packet = Buffer.alloc(20 + 8 + 4 + padded.length);
  packet.writeUInt16BE(1, 0);
  packet.writeUInt16BE(packet.length - 20, 2);
  packet.writeUInt32BE(0x2112_a442, 4);
  randomBytes(12).copy(packet, 8);
  // A priority comes first.
  packet.writeUInt16BE(0x24, 20);
  packet.writeUInt16BE(4, 22);
  packet.writeUInt16BE(6, 28);
  packet.writeUInt16BE(name.length, 30);
  padded.copy(packet, 32);
  return packet;
}
const framed = (packet: Buffer): Buffer => {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(packet.length);
  return Buffer.concat([head, packet]);
};

let udp: UdpSocket;
let gate: TcpGate;
let arrived: string[] = [];
let dropped = 0;
/** How often each packet is sent back. */
let echoes = 1;
const open: Socket[] = [];
beforeEach(async () => {
  [arrived, dropped, echoes] = [[], 0, 1];
  udp = createSocket('udp4');
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  // What arrives is sent back.
  udp.on('message', (packet, { port }) => {
    arrived.push(packet.toString('latin1'));
    for (let echo = 0; echo < echoes; echo += 1) udp.send(packet, port, '127.0.0.1');
  });
  gate = await openTcpGate(
    0,
    {
      target: () => udp.address().port,
      isKnown: (user) => user === 'known',
      dropped: () => (dropped += 1),
    },
    { firstMs: 300, idleMs: 300 },
  );
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await gate.close();
  udp.close();
});
async function dial(): Promise<Socket & { ended: Promise<unknown>; got(): Buffer }> {
  const socket = connect(gate.port, '127.0.0.1');
  open.push(socket);
  let bytes = Buffer.alloc(0);
  socket.on('data', (part) => (bytes = Buffer.concat([bytes, part])));
  socket.on('error', () => {});
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  return Object.assign(socket, { ended, got: () => bytes });
}

test('packets of a known member pass both ways, however they are cut', async () => {
  const socket = await dial();
  const [request, speech] = [bindingRequest('known:peer'), Buffer.from('слово')];
  const bytes = Buffer.concat([framed(request), framed(speech), framed(speech)]);
  for (const byte of bytes) {
    socket.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  await expect.poll(() => socket.got().equals(bytes)).toBe(true);
  expect(arrived).toHaveLength(3);
});

test('who is not known, does not begin with a binding request or sends garbage is cut off', async () => {
  const beginnings = [
    framed(bindingRequest('stranger:peer')),
    framed(bindingRequest('known')),
    framed(Buffer.from('слово')),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0, 0]),
    Buffer.from([0xff, 0xff]),
    framed(bindingRequest('known:peer').subarray(0, 30)),
  ];
  for (const beginning of beginnings) {
    const socket = await dial();
    socket.write(beginning);
    await socket.ended;
  }
  expect(arrived).toEqual([]);
});

test('who says nothing, at first or later, is cut off', async () => {
  const silent = await dial();
  const stopped = await dial();
  stopped.write(framed(bindingRequest('known:peer')));
  await Promise.all([silent.ended, stopped.ended]);
  await expect.poll(() => gate.count()).toBe(0);
});

test('a member who left is cut off, and one has at most four connections', async () => {
  const sockets = await Promise.all(Array.from({ length: 5 }, dial));
  for (const socket of sockets) socket.write(framed(bindingRequest('known:peer')));
  await Promise.race(sockets.map(({ ended }) => ended));
  await expect.poll(() => arrived.length).toBe(4);
  gate.end('known');
  await Promise.all(sockets.map(({ ended }) => ended));
});

test('idle connections do not keep a member out', async () => {
  const idle = await Promise.all(Array.from({ length: 200 }, dial));
  const member = await dial();
  member.write(framed(bindingRequest('known:peer')));
  await expect.poll(() => arrived.length).toBe(1);
  expect(gate.count()).toBeLessThanOrEqual(201);
  for (const socket of idle) socket.destroy();
});

test('connections of one address do not make a member of another one make room', async () => {
  const hooks = { target: () => udp.address().port, isKnown: () => true, dropped: () => {} };
  const patient = await openTcpGate(0, hooks, { firstMs: 30_000 });
  const dialFrom = async (localAddress: string) => {
    const socket = connect({ port: patient.port, host: '127.0.0.1', localAddress });
    open.push(socket.on('error', () => {}));
    await once(socket, 'connect');
    return socket;
  };
  const member = await dialFrom('127.0.0.1');
  const strangers: Socket[] = [];
  for (let each = 0; each < 250; each += 1) strangers.push(await dialFrom('127.0.0.2'));
  // The gate has seen the last one.
  strangers.at(-1)!.write(Buffer.from([0, 0]));
  await once(strangers.at(-1)!, 'close');
  member.write(framed(bindingRequest('known:peer')));
  await expect.poll(() => arrived.length).toBe(1);
  await patient.close();
});

test('more packets than anyone needs are dropped', async () => {
  const socket = await dial();
  socket.write(framed(bindingRequest('known:peer')));
  const packet = framed(randomBytes(1_400));
  for (let sent = 0; sent < 3_000; sent += 1) socket.write(packet);
  await expect.poll(() => dropped, { timeout: 10_000 }).toBeGreaterThan(1_000);
});

test('what a reader does not take is dropped, and not kept', async () => {
  const socket = await dial();
  socket.write(framed(bindingRequest('known:peer')));
  await expect.poll(() => arrived.length).toBe(1);
  socket.pause();
  echoes = 40;
  const packet = framed(randomBytes(1_400));
  // The buffers of the system take some megabytes first.
  await expect
    .poll(
      () => {
        socket.write(packet);
        return dropped;
      },
      { timeout: 20_000, interval: 5 },
    )
    .toBeGreaterThan(100);
});

test('no packet makes the reader of names throw or read outside', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(readStunUser(Buffer.from(bytes))).toBeNull();
    }),
  );
  const request = bindingRequest('известный:peer');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: request.length - 1 }),
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0, max: request.length }),
      (at, value, length) => {
        const broken = Buffer.from(request);
        broken[at] = value;
        const name = readStunUser(broken.subarray(0, length));
        expect(name === null || name.length <= 513).toBe(true);
      },
    ),
  );
});
