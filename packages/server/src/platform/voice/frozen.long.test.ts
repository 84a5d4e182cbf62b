import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { startVoiceClient } from '#tests/support/voice/frozen-voice-client.ts';
import { patient } from '#tests/support/patience.ts';
import { makeMediaHost, type MediaHost } from './media-host.ts';

let engine: MediaHost | undefined;
afterEach(() => engine?.stop());

test('who is frozen is gone within seconds, and who is silent stays', async () => {
  const gone: number[] = [];
  const host = (engine = makeMediaHost(
    { port: 0, addresses: ['127.0.0.1'] },
    {
      up: () => {},
      gone: (_, member) => gone.push(member),
      speaking: () => {},
      screenGone: () => {},
      down: () => {},
    },
    pino({ level: 'silent' }),
  ));
  const join = (member: number) => (sdp: string) => host.join('raid', member, sdp);
  const clients = [
    await startVoiceClient(1, join(1)),
    await startVoiceClient(2, join(2)),
    await startVoiceClient(3, join(3), 'listener'),
    await startVoiceClient(4, join(4), 'listener'),
  ];
  try {
    // Longer than the silence that ends a connection: reports alone keep it.
    await new Promise((resolve) => {
      setTimeout(resolve, 12_000);
    });
    expect(gone).toEqual([]);
    clients[0]!.freeze();
    clients[2]!.freeze();
    // The library itself needs 27 s.
    await expect
      .poll(() => gone.toSorted((one, other) => one - other), { timeout: patient(15_000) })
      .toEqual([1, 3]);
    expect((await host.measure())!.members).toBe(2);
  } finally {
    for (const client of clients) await client.stop();
  }
});

test('a process that stands still is ended, so that everyone connects again', async () => {
  let downs = 0;
  const host = (engine = makeMediaHost(
    { port: 0, addresses: ['127.0.0.1'] },
    {
      up: () => {},
      gone: () => {},
      screenGone: () => {},
      speaking: () => {},
      down: () => (downs += 1),
    },
    pino({ level: 'silent' }),
  ));
  const client = await startVoiceClient(1, (sdp) => host.join('raid', 1, sdp));
  try {
    process.kill((await host.measure())!.pid, 'SIGSTOP');
    // Nobody joins or leaves: the measurement every two seconds finds it.
    await expect.poll(() => downs, { timeout: patient(15_000) }).toBe(1);
  } finally {
    await client.stop();
  }
});
