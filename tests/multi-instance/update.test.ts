import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as profile from '@respa/contract/profile';
import type { Instance } from '../support/servers/instances.ts';
import { startNginx } from '../support/servers/nginx.ts';
import { openRoom, type StreamReader } from '../support/stream-reader.ts';
import { readRoom, roomOf, sendMessage } from '../support/members/conversations.ts';
import { at, REDIS_PATH, startPair, type Pair } from './two-instances.ts';
import { patient } from '../support/patience.ts';

const NGINX_PATH = process.env['NGINX_PATH'];
const BETWEEN_MS = 15;
/** Error codes of a connection that was closed before a response on it. */
const CLOSED = new Set<unknown>(['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET']);
/**
 * nginx closes idle connections when it reloads its configuration. A call sent on one at that
 * moment is repeated on a new connection, as every browser does; a failure behind nginx gives 502.
 */
const asBrowsers = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: Error & { cause?: { code?: unknown } }) => {
    // A response that breaks off in the middle is `terminated`, and counts as a failure.
    if (error.message !== 'fetch failed' || !CLOSED.has(error.cause?.code)) throw error;
    return call();
  });

let pair: Pair;
describe.skipIf(REDIS_PATH === undefined || NGINX_PATH === undefined)(
  'A rolling update of two servers, as in docs/operations.md',
  () => {
    beforeAll(async () => {
      pair = await startPair();
    });
    afterAll(() => pair.stop());

    test(
      'fails no call, loses no message and interrupts nobody',
      { timeout: patient(60_000) },
      async () => {
        const [anna, boris] = [await pair.join('Анна'), await pair.join('Борис')];
        const room = await roomOf(anna, boris);
        const nginx = await startNginx(NGINX_PATH!, {
          ports: [pair.first.port, pair.second.port],
          dataDir: pair.dataDir,
        });
        const site = { url: `http://127.0.0.1:${nginx.port}` };
        const [writer, reader, visitor] = [at(site, anna), at(site, boris), at(site, boris)];
        let [isSaid, isOver] = [false, false];
        const sent: string[] = [];
        const failed: string[] = [];
        const keep = async (call: () => Promise<unknown>) => {
          while (!isSaid) {
            await asBrowsers(call).catch((error: unknown) => void failed.push(String(error)));
            await new Promise((resolve) => {
              setTimeout(resolve, BETWEEN_MS);
            });
          }
        };
        const heard = new Set<string>();
        let streaming: StreamReader | undefined;
        const take = () => {
          for (const event of streaming?.events ?? []) {
            for (const message of event.type === 'init'
              ? (event['messages'] as { message: string }[])
              : event.type === 'create'
                ? [event['message'] as { message: string }]
                : [])
              heard.add(message.message);
          }
          return sent.filter((text) => !heard.has(text));
        };
        const listen = async () => {
          let last: string | undefined;
          while (!isOver) {
            streaming = await asBrowsers(() => openRoom(reader, room, last)).catch(
              (error: unknown) => void failed.push(String(error)),
            );
            if (streaming === undefined) return;
            await streaming.ended;
            take();
            last = streaming.lastId() ?? last;
          }
        };
        const said = [
          keep(async () => {
            const text = `слово ${sent.length}`;
            await sendMessage(writer, room, text, text);
            sent.push(text);
          }),
          keep(() => visitor.call(profile.me)),
        ];
        const listening = listen();
        try {
          for (const server of [pair.first, pair.second]) {
            await nginx.mark([server.port]);
            await server.stop();
            const next: Instance = await pair.more({ PORT: String(server.port) });
            expect((await fetch(`${next.url}/api/ready`)).status).toBe(200);
            await nginx.mark([]);
          }
          isSaid = true;
          await Promise.all(said);
          await expect.poll(take, { timeout: patient(10_000) }).toEqual([]);
        } finally {
          isSaid = isOver = true;
          await streaming?.cut();
          await Promise.all([...said, listening]);
        }
        expect(failed).toEqual([]);
        expect(sent.length).toBeGreaterThan(50);
        expect((await readRoom(at(site, boris), room)).map(({ message }) => message)).toEqual(sent);
        await nginx.stop();
      },
    );
  },
);
