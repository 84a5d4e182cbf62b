import { readdir, readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { makeVoiceClient } from '#tests/support/voice/voice-client.ts';
import { makeMediaHost, type MediaHost } from './media-host.ts';

const JOINS = 500;
let host: MediaHost | undefined;
afterEach(() => host?.stop());

/** Returns what a process holds: megabytes, open files and threads. */
async function readUse(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]);
  return {
    megabytes: read('VmRSS') / 1_024,
    files: (await readdir(`/proc/${pid}/fd`)).length,
    threads: read('Threads'),
  };
}
test(
  '500 joins and leaves hold neither memory nor files nor threads',
  { timeout: 600_000 },
  async () => {
    const engine = (host = makeMediaHost(
      { port: 0, addresses: ['127.0.0.1'] },
      { up: () => {}, gone: () => {}, speaking: () => {}, screenGone: () => {}, down: () => {} },
      pino({ level: 'silent' }),
    ));
    const cycle = async (at: number) => {
      const room = `room ${at % 7}`;
      const client = await makeVoiceClient(at % 50, (sdp) => engine.join(room, at % 50, sdp));
      client.say('раз');
      if (at % 2 === 0) engine.leave(room, at % 50);
      client.close();
      engine.leave(room, at % 50);
    };
    // Joins in the middle of others, as at the begin of an evening.
    const run = async (count: number) => {
      for (let at = 0; at < count; at += 4)
        await Promise.all([0, 1, 2, 3].map((one) => cycle(at + one)));
      await expect.poll(async () => (await engine.measure())!.members).toBe(0);
    };
    await run(100);
    const { pid } = (await engine.measure())!;
    const before = await readUse(pid);
    await run(JOINS);
    const after = await readUse(pid);
    expect(after.files).toBeLessThanOrEqual(before.files + 4);
    expect(after.threads).toBeLessThanOrEqual(before.threads + 2);
    // A leak of one connection would be 60 MB; the heap of JavaScript breathes by some.
    expect(after.megabytes).toBeLessThan(before.megabytes + 25);
    expect((await engine.measure())!.pid).toBe(pid);
  },
);
