import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { OfferRefused, VoiceBusy, VoiceDown } from './engine.ts';
import { makeMediaHost, type MediaHost } from './media-host.ts';
import { makeScreenClient } from '#tests/support/voice/screen-client.ts';
import { heardBy, makeVoiceClient } from '#tests/support/voice/voice-client.ts';

const makeClient = (host: MediaHost, room: string, member: number) =>
  makeVoiceClient(member, (sdp) => host.join(room, member, sdp));
let engine: MediaHost | undefined;
let downs = 0;
const start = (maxLoad?: number) => {
  downs = 0;
  engine = makeMediaHost(
    { port: 0, addresses: ['127.0.0.1'], ...(maxLoad === undefined ? {} : { maxLoad }) },
    {
      up: () => {},
      gone: () => {},
      speaking: () => {},
      screenGone: () => {},
      down: () => {
        downs += 1;
      },
    },
    pino({ level: 'silent' }),
  );
  return engine;
};
afterEach(() => engine?.stop());

test('members hear each other, with the speaker named, and neither themselves nor another room', async () => {
  const host = start();
  const [anna, boris] = [await makeClient(host, 'raid', 1), await makeClient(host, 'raid', 2)];
  const vera = await makeClient(host, 'other', 1);
  for (let packet = 0; packet < 20; packet += 1) anna.say(`слово ${packet}`);
  await expect.poll(() => heardBy(boris).length, { timeout: 10_000 }).toBe(20);
  expect(new Set(heardBy(boris))).toEqual(
    new Set(Array.from({ length: 20 }, (_, at) => `1 слово ${at}`)),
  );
  boris.say('ответ');
  await expect.poll(() => heardBy(anna), { timeout: 10_000 }).toEqual(['2 ответ']);
  expect(heardBy(vera)).toEqual([]);

  host.setMuted('raid', 1, true);
  host.setDeaf('raid', 2, false);
  // The order of commands and packets is not defined: wait until a packet of hers is dropped.
  await expect
    .poll(
      async () => {
        anna.say('не слышно');
        return (await host.measure())!.dropped;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  const before = heardBy(boris).length;
  const dropped = (await host.measure())!.dropped;
  for (let packet = 0; packet < 5; packet += 1) anna.say('тишина');
  await expect
    .poll(async () => (await host.measure())!.dropped - dropped)
    .toBeGreaterThanOrEqual(5);
  host.setMuted('raid', 1, false);
  host.leave('raid', 2);
  await expect.poll(async () => (await host.measure())!.members).toBe(2);
  anna.say('уже никому');
  expect(
    heardBy(boris)
      .slice(before)
      .filter((text) => text.includes('тишина')),
  ).toEqual([]);
  for (const client of [anna, boris, vera]) client.close();
});

test('no answer names another address than the announced one', async () => {
  const host = start();
  const client = await makeClient(host, 'raid', 1);
  const addresses = client.answer.match(/a=candidate:.*/g)!;
  expect(new Set(addresses.map((line) => line.split(' ')[4]))).toEqual(new Set(['127.0.0.1']));
  expect(client.answer).not.toMatch(/\.local|192\.168|10\.\d|fd00|ip6-/);
  client.close();
});

test('a port that only this machine is told of is open to this machine alone', async () => {
  const client = await makeClient(start(), 'raid', 1);
  const port = Number(/ UDP \d+ 127\.0\.0\.1 (\d+) /.exec(client.answer)![1]);
  const dial = (host: string) =>
    new Promise<string>((done) => {
      const socket = connect(port, host, () => done('open'));
      socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? ''));
      socket.once('close', () => socket.destroy());
      setTimeout(() => socket.destroy(), 2_000);
    });
  expect(await dial('127.0.0.1')).toBe('open');
  // Any other address of the machine, as a neighbour in its network would use one.
  expect(await dial('127.0.0.2')).toBe('ECONNREFUSED');
  const sockets = (await readFile('/proc/net/udp', 'utf8')).split('\n');
  const at = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  const bound = sockets.flatMap(
    (line) => / ([0-9A-F]{8})(:[0-9A-F]{4} )/.exec(line)?.slice(1, 3).join('') ?? [],
  );
  expect(bound.filter((one) => one.endsWith(at))).toEqual([`0100007F${at}`]);
  client.close();
});

test('hostile offers are refused and the process goes on', async () => {
  const host = start();
  const client = await makeClient(host, 'raid', 1);
  for (const sdp of [
    '',
    'v=0',
    'x'.repeat(40_000),
    'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=sendonly\r\n',
    'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=recvonly\r\n',
    `v=0\r\n${'m=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\na=recvonly\r\n'.repeat(8)}`,
    'v=0\r\nо=кириллица\r\n',
  ])
    await expect(host.join('raid', 9, sdp)).rejects.toThrow(OfferRefused);
  expect((await host.measure())!.members).toBe(1);
  client.close();
});

test('after a crash the rooms are reported lost, and the next join starts the process again', async () => {
  const host = start();
  const client = await makeClient(host, 'raid', 1);
  const { pid } = (await host.measure())!;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => downs).toBe(1);
  await expect(host.join('raid', 1, 'v=0')).rejects.toThrow(VoiceDown);
  await expect
    .poll(() => host.join('raid', 1, 'v=0').catch((error: Error) => error.constructor.name), {
      timeout: 8_000,
    })
    .toBe('OfferRefused');
  client.close();
});

test('at too much load no new room or screen is taken, and who is in a room may come back', async () => {
  const host = start(0.000_001);
  // The load is known after the first two seconds.
  const client = await makeClient(host, 'raid', 1);
  await expect
    .poll(async () => (await host.measure())!.load, { timeout: 10_000 })
    .toBeGreaterThan(0);
  await expect(makeClient(host, 'other', 1)).rejects.toThrow(VoiceBusy);
  const share = makeScreenClient('SendOnly', (sdp) =>
    host.openScreen({ type: 'share', room: 'raid', member: 1, client: 'page', sdp }),
  );
  await expect(share).rejects.toThrow(VoiceBusy);
  const second = await makeClient(host, 'raid', 2);
  for (const one of [client, second]) one.close();
});

test('two joins of one number at once leave one connection, and a leave beats the join before it', async () => {
  const host = start();
  // Who is refused or closed at once never comes up.
  const within = (joining: Promise<unknown>) =>
    Promise.race([
      joining,
      new Promise((_, no) => {
        setTimeout(() => no(new Error('not up')), 3_000);
      }),
    ]);
  const joins = await Promise.allSettled(
    [makeClient(host, 'raid', 1), makeClient(host, 'raid', 1)].map(within),
  );
  expect(joins.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await host.measure())!.members).toBe(1);
  const late = makeVoiceClient(2, async (sdp) => {
    const answer = host.join('raid', 2, sdp);
    host.leave('raid', 2);
    return answer;
  });
  // The leave reaches the process while it answers, or right after.
  await expect(within(late)).rejects.toBeInstanceOf(Error);
  expect((await host.measure())!.members).toBe(1);
});
