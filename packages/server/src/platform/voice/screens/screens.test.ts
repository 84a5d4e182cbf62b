import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makeScreenClient,
  videoPacket,
  type ScreenClient,
} from '#tests/support/voice/screen-client.ts';
import { makeVoiceClient } from '#tests/support/voice/voice-client.ts';
import { OfferRefused } from '../engine.ts';
import { makeMediaHost, type MediaHost } from '../media-host.ts';
import { readRtcp, writeLost } from '../rtcp.ts';
import { isRtcp, parseRtp } from '../rtp.ts';
import { readScreenOffer } from './screen-sdp.ts';
import { BadOffer } from '../sdp.ts';

let engine: MediaHost;
const gone: string[] = [];
const open: { close(): void }[] = [];
beforeEach(() => {
  gone.length = 0;
  engine = makeMediaHost(
    { port: 0, addresses: ['127.0.0.1'] },
    { up() {}, gone() {}, speaking() {}, down() {}, screenGone: (_, client) => gone.push(client) },
    pino({ level: 'silent' }),
  );
});
afterEach(async () => {
  for (const client of open.splice(0)) client.close();
  await engine.stop();
});
const enter = async (member: number) => {
  open.push(await makeVoiceClient(member, (sdp) => engine.join('raid', member, sdp)));
};
async function connect(type: 'share' | 'watch', member: number): Promise<ScreenClient> {
  const client = await makeScreenClient(type === 'share' ? 'SendOnly' : 'RecvOnly', (sdp) =>
    engine.openScreen({ type, room: 'raid', member, client: `client ${member}`, sdp }),
  );
  open.push(client);
  return client;
}
const textsOf = ({ received }: ScreenClient) =>
  received
    .filter((packet) => !isRtcp(packet))
    .map((packet) => packet.subarray(parseRtp(packet)!.start).toString());
const counts = async () => (await engine.measure())!;

test('a screen reaches who sees it, and lost packets reach them again over the network', async () => {
  await Promise.all([enter(1), enter(2), enter(3)]);
  const shown = await connect('share', 1);
  const seen = await connect('watch', 2);
  // Until the server has opened the way to the reader, it drops what is for them.
  let sequence = 0;
  await expect
    .poll(
      () => {
        shown.send(videoPacket((sequence += 1), 'first'));
        return textsOf(seen).length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  const start = sequence + 1;
  for (let at = 0; at < 20; at += 1) shown.send(videoPacket(start + at, `part ${at}`));
  await expect
    .poll(() => textsOf(seen).filter((text) => text !== 'first'), { timeout: 10_000 })
    .toEqual(Array.from({ length: 20 }, (_, at) => `part ${at}`));
  const source = parseRtp(seen.received.find((packet) => !isRtcp(packet))!)!.ssrc;
  // Encryption drops repetitions, so the one who asks came too late for the originals.
  const late = await connect('watch', 3);
  await expect
    .poll(
      () => {
        late.send(writeLost(1, source, [start + 3, start + 7]));
        return textsOf(late);
      },
      { timeout: 10_000 },
    )
    .toEqual(['part 3', 'part 7']);
  // Who began to see it needs a whole picture, and a gap is asked for.
  const heard = () => shown.received.filter(isRtcp).flatMap(readRtcp);
  await expect.poll(() => heard().some(({ kind }) => kind === 'keyframe')).toBe(true);
  shown.send(videoPacket(start + 21, 'part 21'));
  await expect
    .poll(() => heard().flatMap((part) => (part.kind === 'lost' ? part.sequences : [])))
    .toContain(start + 20);
  await expect.poll(() => shown.received.some((packet) => packet.includes('REMB'))).toBe(true);
  expect(seen.answer).not.toMatch(/transport-cc|client/);
  expect(new Set(seen.answer.match(/a=candidate:.*/g)!.map((line) => line.split(' ')[4]))).toEqual(
    new Set(['127.0.0.1']),
  );
});

test('a screen ends with the place of its member in the room, and with it who sees it', async () => {
  await Promise.all([enter(1), enter(2)]);
  const shown = await connect('share', 1);
  const seen = await connect('watch', 2);
  let sequence = 0;
  await expect
    .poll(
      () => {
        shown.send(videoPacket((sequence += 1), 'a'));
        return textsOf(seen).length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  engine.endScreen('raid', 1, 'another tab');
  engine.endScreen('raid', 2, 'another tab');
  expect(await counts()).toMatchObject({ screens: 1, readers: 1 });
  engine.endScreen('raid', 2, 'client 2');
  expect(await counts()).toMatchObject({ screens: 1, readers: 0 });
  await connect('watch', 2);
  engine.leave('raid', 1);
  expect(await counts()).toMatchObject({ screens: 0, readers: 0, members: 1 });
  await expect(connect('watch', 2)).rejects.toThrow('no screen');
  // Nobody shows a screen who is not inside.
  await expect(connect('share', 1)).rejects.toThrow('no screen');
  expect(gone).toEqual([]);
});

test('a screen whose browser is gone ends and is reported', async () => {
  await enter(1);
  const shown = await connect('share', 1);
  let sequence = 0;
  await expect
    .poll(
      async () => {
        shown.send(videoPacket((sequence += 1), 'a'));
        return (await counts()).packetsIn;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  shown.close();
  open.pop();
  await expect.poll(() => gone, { timeout: 20_000 }).toEqual(['client 1']);
  expect(await counts()).toMatchObject({ screens: 0, members: 1 });
});

test('ten people see a screen, the eleventh is told that it is full', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, at) => enter(at + 1)));
  await connect('share', 1);
  const tries = await Promise.allSettled(
    Array.from({ length: 11 }, (_, at) => connect('watch', at + 2)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: 'screen full' },
  });
  expect(await counts()).toMatchObject({ screens: 1, readers: 10 });
  // Who sees it already connects again.
  const again = tries.findIndex(({ status }) => status === 'fulfilled') + 2;
  await connect('watch', again);
  engine.leave('raid', again);
  expect(await counts()).toMatchObject({ readers: 9 });
});

test('hostile offers are refused and the process goes on', async () => {
  await enter(1);
  const video = 'm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 VP8/90000\r\n';
  for (const sdp of [
    '',
    'v=0',
    'x'.repeat(40_000),
    `v=0\r\n${video}a=recvonly\r\n`,
    `v=0\r\n${video}a=sendonly\r\na=sendrecv\r\n`,
    `v=0\r\n${video}a=sendonly\r\n`,
    `v=0\r\n${`${video}a=sendonly\r\n`.repeat(2)}`,
    'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 H264/90000\r\na=sendonly\r\n',
    'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\na=sendonly\r\n',
    `v=0\r\n${video}a=sendonly\ra=candidate:1 1 udp 1 10.0.0.1 9 typ host\r\n`,
    `v=0\r\n${video}a=sendonly\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n`,
  ])
    await expect(
      engine.openScreen({ type: 'share', room: 'raid', member: 1, client: 'c', sdp }),
    ).rejects.toThrow(OfferRefused);
  expect(await counts()).toMatchObject({ screens: 0, members: 1 });
});

test('an offer that is changed anywhere is read or refused, and keeps no address', async () => {
  let offer = '';
  await makeScreenClient('RecvOnly', async (sdp) => {
    offer = sdp;
    throw new Error('offer only');
  }).catch(() => {});
  const lines = offer.split('\r\n');
  const readsOrRefuses = (sdp: string): string => {
    try {
      return readScreenOffer(sdp, 'recvonly', { video: 7, audio: 8 }).sdp;
    } catch (error) {
      if (error instanceof BadOffer) return '';
      throw error;
    }
  };
  expect(readsOrRefuses(offer)).toContain('a=ssrc:7 ');
  fc.assert(
    fc.property(
      fc.nat(lines.length - 1),
      fc.constantFrom(
        'a=candidate:1 1 UDP 1 203.0.113.9 9 typ host',
        'a=x\ra=candidate:1 1 UDP 1 203.0.113.9 9 typ host',
        'c=IN IP4 203.0.113.9',
        'm=video 9 UDP/TLS/RTP/SAVPF 96',
        'a=sendrecv',
        'a=rtpmap:999 VP8/90000',
      ),
      fc.nat(offer.length),
      (at, line, length) => {
        const changed = [...lines.slice(0, at), line, ...lines.slice(at)].join('\r\n');
        expect(readsOrRefuses(changed)).not.toMatch(/candidate|203\.0\.113\.9/);
        readsOrRefuses(changed.slice(0, length));
      },
    ),
    { numRuns: 300 },
  );
});

test('an offer keeps one codec, and neither addresses nor what the server does not write', () => {
  const offer = [
    'v=0',
    'a=candidate:1 1 udp 1 10.0.0.1 9 typ host',
    'm=video 9 UDP/TLS/RTP/SAVPF 96 97 102',
    'c=IN IP4 10.0.0.1',
    'a=candidate:1 1 udp 1 abc.local 9 typ host',
    'a=mid:0',
    'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
    'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
    'a=sendonly',
    'a=rtpmap:96 VP8/90000',
    'a=rtcp-fb:96 transport-cc',
    'a=rtcp-fb:96 goog-remb',
    'a=rtcp-fb:96 nack',
    'a=rtcp-fb:96 nack pli',
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96',
    'a=rtpmap:102 H264/90000',
    'a=ssrc-group:FID 5 6',
    'a=ssrc:5 cname:x',
    'a=ssrc:6 cname:x',
  ].join('\r\n');
  expect(readScreenOffer(offer, 'sendonly')).toEqual({
    videoType: 96,
    audioType: null,
    sdp: [
      'v=0',
      'o=- 1 1 IN IP4 0.0.0.0',
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
      'a=mid:0',
      'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
      'a=sendonly',
      'a=rtpmap:96 VP8/90000',
      'a=rtcp-fb:96 goog-remb',
      'a=rtcp-fb:96 nack',
      'a=rtcp-fb:96 nack pli',
      'a=ssrc:5 cname:x',
      '',
    ].join('\r\n'),
  });
});
