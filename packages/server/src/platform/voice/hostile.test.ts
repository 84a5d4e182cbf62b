import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VOICE } from '@respa/contract/limits';
import { heardBy, makeVoiceClient } from '#tests/support/voice/voice-client.ts';
import { makeMediaHost, type MediaHost } from './media-host.ts';
import { makeRoom, type RoomMember } from './room.ts';
import { parseRtp } from './rtp.ts';
import { BadOffer, readOffer } from './sdp.ts';

let host: MediaHost;
let downs = 0;
beforeEach(() => {
  downs = 0;
  host = makeMediaHost(
    { port: 0, addresses: ['127.0.0.1'] },
    {
      up: () => {},
      gone: () => {},
      speaking: () => {},
      screenGone: () => {},
      down: () => (downs += 1),
    },
    pino({ level: 'silent' }),
  );
});
afterEach(() => host.stop());
const join = (member: number) => makeVoiceClient(member, (sdp) => host.join('raid', member, sdp));

/** Returns what a client offers, without connecting it. */
async function makeOffer(): Promise<string> {
  let offer = '';
  await makeVoiceClient(9, async (sdp) => {
    offer = sdp;
    throw new Error('offer only');
  }).catch(() => {});
  return offer;
}
const readsOrRefuses = (sdp: string): string => {
  try {
    return readOffer(sdp).sdp;
  } catch (error) {
    expect(error).toBeInstanceOf(BadOffer);
    return '';
  }
};

test('an offer that is cut, mixed or changed anywhere is read or refused, and keeps no address', async () => {
  const offer = await makeOffer();
  const lines = offer.split('\r\n');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: lines.length - 1 }),
      fc.constantFrom(
        'a=candidate:1 1 UDP 1 203.0.113.9 9 typ host',
        'a=x\ra=candidate:1 1 UDP 1 203.0.113.9 9 typ host',
        'c=IN IP4 203.0.113.9',
        'm=audio 9 UDP/TLS/RTP/SAVPF 111',
        'a=sendrecv',
        '',
      ),
      fc.nat(offer.length),
      (at, line, length) => {
        const changed = [...lines.slice(0, at), line, ...lines.slice(at)].join('\r\n');
        expect(readsOrRefuses(changed)).not.toMatch(/candidate|203\.0\.113\.9/);
        readsOrRefuses(changed.slice(0, length));
      },
    ),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      readsOrRefuses(`v=0\r\n${text}`);
    }),
  );
  const section = 'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\na=recvonly\r\n';
  expect(readsOrRefuses(`v=0\r\n${section.repeat(300)}`)).toBe('');
  expect(readsOrRefuses(`${offer}${'a=x\r\n'.repeat(VOICE.offerBytes)}`)).toBe('');
});

test('offers that pass the reader and not the library leave the process running', async () => {
  const offer = await makeOffer();
  const client = await join(1);
  for (const changed of [
    offer.replace(/a=fingerprint:.*\r\n/g, ''),
    offer.replace(/a=ice-ufrag:.*\r\n/g, ''),
    offer.replace(/a=ice-pwd:.*/g, 'a=ice-pwd:x'),
    offer.replace(/a=setup:.*/g, 'a=setup:passive'),
    offer.replace(/a=mid:.*/g, 'a=mid:same'),
    offer.replace(/a=fingerprint:sha-256 ..:/g, 'a=fingerprint:sha-256 ZZ:'),
    offer.replace(/a=group:.*/g, `a=group:BUNDLE ${'9 '.repeat(2_000)}`),
  ])
    await host.join('raid', 9, changed).catch(() => {});
  host.leave('raid', 9);
  expect((await host.measure())!.members).toBe(1);
  expect(downs).toBe(0);
  client.close();
});

test('not one packet leaves for an address that an offer names', async () => {
  const sink: Socket = createSocket('udp4');
  let packets = 0;
  sink.on('message', () => (packets += 1)).bind(0, '127.0.0.1');
  await once(sink, 'listening');
  const { port } = sink.address();
  const offer = await makeOffer();
  const hosts = ['127.0.0.1', 'localhost', 'sink.local', '::1'];
  const candidates = hosts.flatMap((name, at) => [
    `a=candidate:${at} 1 UDP 2122260223 ${name} ${port} typ host`,
    `a=candidate:${at} 1 udp 2122260223 ${name} ${port} typ srflx raddr ${name} rport ${port}`,
    `a=remote-candidates:1 ${name} ${port}`,
    `a=rtcp:${port} IN IP4 ${name}`,
  ]);
  const text = candidates.join('\r\n');
  const answer = await host.join(
    'raid',
    1,
    offer
      .replace(/m=audio \d+/g, `m=audio ${port}`)
      .replace(/c=IN IP4 .*/g, 'c=IN IP4 127.0.0.1')
      .replace(/a=recvonly/g, `a=recvonly\r\n${text}`),
  );
  expect(answer).not.toContain(String(port));
  // The library would ask at once, and again after 500 ms.
  await new Promise((resolve) => {
    setTimeout(resolve, 1_500);
  });
  expect(packets).toBe(0);
  sink.close();
});

test('broken packets neither reach a member nor stop the process, and a flood is cut to its limit', async () => {
  const [anna, boris, vera] = [await join(1), await join(2), await join(3)];
  const random = (bytes: number) =>
    Buffer.from(Array.from({ length: bytes }, () => Math.random() * 256));
  for (let at = 0; at < 300; at += 1) {
    const packet = random(12 + (at % 200));
    // Half of them look like RTP of the right kind, the others like reports.
    packet[0] = at % 3 === 0 ? 0x80 | (packet[0]! & 0x3f) : 0x80;
    packet[1] = at % 2 === 0 ? 111 : 200 + (at % 8);
    // A jump in the numbers would be dropped as a replay, before the room (SRTP).
    if (at % 2 === 0) packet.writeUInt16BE(at + 1, 2);
    packet.writeUInt32BE(1_003, at % 2 === 0 ? 8 : 4);
    vera.send(packet);
  }
  // Packets of a second that is not over may still be on the way.
  await expect
    .poll(async () => (await host.measure())!.packetsIn, { timeout: 10_000 })
    .toBeGreaterThan(50);
  const { packetsIn } = (await host.measure())!;
  for (let at = 0; at < 2_000; at += 1) anna.say('поток');
  await expect
    .poll(async () => (await host.measure())!.packetsIn - packetsIn, { timeout: 10_000 })
    .toBeGreaterThan(1_000);
  const { dropped } = (await host.measure())!;
  expect(dropped).toBeGreaterThan(500);
  // The next second is hers again.
  await expect
    .poll(
      () => {
        anna.say('дальше');
        return heardBy(boris).some((heard) => heard.endsWith('дальше'));
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  expect(downs).toBe(0);
  for (const client of [anna, boris, vera]) client.close();
});

test('a room forwards any bytes as well-formed packets or not at all', () => {
  const counts = { packetsIn: 0, packetsOut: 0, dropped: 0, lost: 0 };
  const room = makeRoom(1, counts);
  const out: Buffer[] = [];
  const member = (number: number): RoomMember => ({
    number,
    payloadType: 111,
    levelId: 1,
    isMuted: false,
    isDeaf: false,
    send: (_, packet) => out.push(packet) > 0,
  });
  const [from, to] = [member(1), member(2)];
  for (const one of [from, to]) room.members.set(one.number, one);
  let nowMs = 0;
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 2, maxLength: 1_500 }), (bytes) => {
      const packet = Buffer.from(bytes);
      packet[0] = 0x80 | (packet[0]! & 0x3f);
      packet[1] = 111;
      room.forward(from, packet, (nowMs += 1_000));
      for (const sent of out.splice(0)) {
        expect(parseRtp(sent)).toMatchObject({ payloadType: 111 });
        expect(sent.length).toBeLessThanOrEqual(1_400 + 16);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(counts.packetsIn).toBe(1_000);
});
