import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLoneBus } from './bus.ts';
import { makeLive, type Live, type Stream } from './live.ts';

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
/** What comes over a connection for these requests, a sign for each byte, until `enough` is in it or the connection ends. */
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
/** The body of an answer in chunks. */
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

test('events come in chunks that are whole, also long ones and in Cyrillic, and the last one ends the answer', async () => {
  const long = 'ж'.repeat(70_000);
  const heard = await hear('GET /one HTTP/1.1\r\nhost: a\r\n\r\n', '\r\n0\r\n\r\n', () => {
    live.publish('зал', { id: '7', data: { type: 'говорит' } });
    live.publish('зал', { data: { long } });
    live.endTagged('/one', { data: { type: 'конец' } });
  });
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*transfer-encoding: chunked\r\n/i);
  expect(unchunk(heard)).toMatch(
    /^retry: \d+\n\nid: 7\ndata: \{"type":"говорит"\}\n\ndata: \{"long":"ж{70000}"\}\n\ndata: \{"type":"конец"\}\n\n$/,
  );
});
test('a reader of HTTP/1.0 gets the same without chunks', async () => {
  const heard = await hear('GET /old HTTP/1.0\r\n\r\n', 'две', () => {
    live.publish('зал', { data: { word: 'раз' } });
    live.publish('зал', { data: { word: 'две' } });
  });
  expect(read(heard.slice(heard.indexOf('\r\n\r\n') + 4))).toMatch(
    /^retry: \d+\n\ndata: \{"word":"раз"\}\n\ndata: \{"word":"две"\}\n\n$/,
  );
});
test('a stream that is asked for behind another answer waits for it, and keeps its order', async () => {
  const heard = await hear(
    'GET /first HTTP/1.1\r\nhost: a\r\n\r\nGET /two HTTP/1.1\r\nhost: a\r\n\r\n',
    'четыре',
    () => {
      live.publish('зал', { data: { word: 'три' } });
      answered!.writeHead(200, { 'content-length': 5 }).end('hello');
      live.publish('зал', { data: { word: 'четыре' } });
    },
  );
  const [first, second] = heard.split(/(?<=hello)/) as [string, string];
  expect(first).toMatch(/hello$/);
  expect(unchunk(second)).toMatch(
    /^retry: \d+\n\ndata: \{"word":"три"\}\n\ndata: \{"word":"четыре"\}\n\n$/,
  );
});
test('whoever has gone is written to no more', async () => {
  await hear('GET /gone HTTP/1.1\r\nhost: a\r\n\r\n', 'пока', () =>
    live.publish('зал', { data: { word: 'пока' } }),
  );
  await expect.poll(() => live.count()).toBe(0);
  live.publish('зал', { data: {} });
});
