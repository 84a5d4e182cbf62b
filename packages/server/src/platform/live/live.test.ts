import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '@respa/contract/live-events';
import { makeLoneBus } from './bus.ts';
import { makeLive, type Live } from './live.ts';
import type { Stream } from './local-streams.ts';

/** An event with a word in it. */
const word = (userId: string): LiveEvent => ({ type: 'typing', userId });

let server: Server;
let live: Live;
let answered: ServerResponse | undefined;
const opened: Stream[] = [];
beforeAll(async () => {
  live = makeLive(makeLoneBus());
  server = createServer((request, response) => {
    if (request.url === '/first') answered = response;
    else {
      const stream = live.open(response, { channels: ['зал'], tags: [request.url!] });
      stream.release();
      opened.push(stream);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  live.closeAll();
  server.closeAllConnections();
  server.close();
});

const transport = (text: string) => Buffer.from(text).toString('latin1');
const read = (bytes: string) => Buffer.from(bytes, 'latin1').toString();
/**
 * Returns what arrives over a connection for these requests, one character per byte, until it
 * contains `enough` or the connection ends.
 */
async function hear(asked: string, enough: string, meanwhile: () => void): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const open = opened.length;
  socket.write(asked);
  let heard = '';
  socket.on('data', (part) => {
    heard += part.toString('latin1');
  });
  const over = once(socket, 'close');
  while (opened.length === open)
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  meanwhile();
  while (!heard.includes(transport(enough)) && !socket.destroyed)
    await Promise.race([
      over,
      new Promise((resolve) => {
        setTimeout(resolve, 5);
      }),
    ]);
  socket.destroy();
  await over;
  return heard;
}
/** Returns the body of a chunked response. */
function unchunk(text: string): string {
  let body = '';
  for (let at = text.indexOf('\r\n\r\n') + 4; at < text.length;) {
    const end = text.indexOf('\r\n', at);
    const bytes = Number.parseInt(text.slice(at, end), 16);
    body += text.slice(end + 2, end + 2 + bytes);
    at = end + 2 + bytes + 2;
  }
  return read(body);
}

test('sends whole chunks, including long and Cyrillic ones, and ends the response after the last event', async () => {
  const long = 'ж'.repeat(70_000);
  const heard = await hear('GET /one HTTP/1.1\r\nhost: a\r\n\r\n', '\r\n0\r\n\r\n', () => {
    live.publish('зал', { id: '7', data: { type: 'cloud' } });
    live.publish('зал', { data: word(long) });
    live.endTagged('/one', { data: { type: 'removed' } });
  });
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*transfer-encoding: chunked\r\n/i);
  expect(unchunk(heard)).toMatch(
    /^retry: \d+\n\nid: 7\ndata: \{"type":"cloud"\}\n\ndata: \{"type":"typing","userId":"ж{70000}"\}\n\ndata: \{"type":"removed"\}\n\n$/,
  );
});
test('sends the same without chunks to an HTTP/1.0 reader', async () => {
  const heard = await hear('GET /old HTTP/1.0\r\n\r\n', 'две', () => {
    live.publish('зал', { data: word('раз') });
    live.publish('зал', { data: word('две') });
  });
  expect(read(heard.slice(heard.indexOf('\r\n\r\n') + 4))).toMatch(
    /^retry: \d+\n\ndata: \{"type":"typing","userId":"раз"\}\n\ndata: \{"type":"typing","userId":"две"\}\n\n$/,
  );
});
test('a stream pipelined behind another response waits for it and keeps its order', async () => {
  const heard = await hear(
    'GET /first HTTP/1.1\r\nhost: a\r\n\r\nGET /two HTTP/1.1\r\nhost: a\r\n\r\n',
    'четыре',
    () => {
      live.publish('зал', { data: word('три') });
      answered!.writeHead(200, { 'content-length': 5 }).end('hello');
      live.publish('зал', { data: word('четыре') });
    },
  );
  const [first, second] = heard.split(/(?<=hello)/) as [string, string];
  expect(first).toMatch(/hello$/);
  expect(unchunk(second)).toMatch(
    /^retry: \d+\n\ndata: \{"type":"typing","userId":"три"\}\n\ndata: \{"type":"typing","userId":"четыре"\}\n\n$/,
  );
});
test('writes nothing to a disconnected reader', async () => {
  await hear('GET /gone HTTP/1.1\r\nhost: a\r\n\r\n', 'пока', () =>
    live.publish('зал', { data: word('пока') }),
  );
  await expect.poll(() => live.count()).toBe(0);
  live.publish('зал', { data: word('') });
});
