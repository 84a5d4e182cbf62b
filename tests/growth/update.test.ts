import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as profile from '@respa/contract/profile';
import type { Instance } from '../instances.ts';
import { startNginx } from '../nginx.ts';
import { openRoom, type StreamReader } from '../stream-reader.ts';
import { readRoom, roomOf } from '../talk.ts';
import { at, REDIS_PATH, startPair, type Pair } from './two-instances.ts';

const NGINX_PATH = process.env['NGINX_PATH'];
const BETWEEN_MS = 15;

let pair: Pair;
describe.skipIf(REDIS_PATH === undefined || NGINX_PATH === undefined)('an update of one server after the other, as docs/operations.md has it', () => {
  beforeAll(async () => { pair = await startPair(); });
  afterAll(() => pair.stop());

  test('fails no call, loses no message and is noticed by nobody', { timeout: 60_000 }, async () => {
    const [anna, boris] = [await pair.join('Анна'), await pair.join('Борис')];
    const room = await roomOf(anna, boris);
    const nginx = await startNginx(NGINX_PATH!, { ports: [pair.first.port, pair.second.port], dataDir: pair.dataDir });
    const site = { url: `http://127.0.0.1:${nginx.port}` };
    const [writer, reader, visitor] = [at(site, anna), at(site, boris), at(site, boris)];
    let isOver = false;
    const sent: string[] = [];
    const failed: string[] = [];
    const keep = async (call: () => Promise<unknown>) => {
      while (!isOver) {
        await call().catch((error: unknown) => void failed.push(String(error)));
        await new Promise((resolve) => { setTimeout(resolve, BETWEEN_MS); });
      }
    };
    const heard = new Set<string>();
    const listen = async () => {
      let last: string | undefined;
      while (!isOver) {
        const stream: StreamReader | undefined = await openRoom(reader, room, last).catch((error: unknown) => void failed.push(String(error)));
        if (stream === undefined) return;
        const over = setInterval(() => { if (isOver) void stream.cut(); }, 50);
        await stream.ended;
        clearInterval(over);
        for (const event of stream.events) {
          for (const message of event.type === 'init' ? event['messages'] as { message: string }[] : event.type === 'create' ? [event['message'] as { message: string }] : []) heard.add(message.message);
        }
        last = stream.lastId() ?? last;
      }
    };
    const work = [
      keep(async () => {
        const text = `слово ${sent.length}`;
        await writer.call(chats.send, { params: { roomId: room }, body: { message: text } });
        sent.push(text);
      }),
      keep(() => visitor.call(profile.me)),
      listen(),
    ];
    try {
      for (const server of [pair.first, pair.second]) {
        await nginx.mark([server.port]);
        await server.stop();
        const next: Instance = await pair.more({ PORT: String(server.port) });
        expect((await fetch(`${next.url}/api/ready`)).status).toBe(200);
        await nginx.mark([]);
      }
      await new Promise((resolve) => { setTimeout(resolve, 300); });
    } finally {
      isOver = true;
      await Promise.all(work);
    }
    expect(failed).toEqual([]);
    expect(sent.length).toBeGreaterThan(50);
    expect(sent.filter((text) => !heard.has(text))).toEqual([]);
    expect((await readRoom(at(site, boris), room)).at(-1)!.message).toBe(sent.at(-1));
    await nginx.stop();
  });
});
