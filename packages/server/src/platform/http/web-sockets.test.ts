import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const countConnections = () =>
  new Promise<number>((done) => {
    app.server.app.http.server.getConnections((_, count) => done(count));
  });

/** Sends a request for a WebSocket, and never closes the connection. */
async function ask(path: string, of: TestApp, headers: string[] = []) {
  const socket = connect({ port: of.server.port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.on('data', (part) => (text += part.toString()));
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = [`GET ${path} HTTP/1.1`, 'Host: respa.test', 'Connection: Upgrade'];
  socket.write([...lines, 'Upgrade: websocket', ...headers, '\r\n'].join('\r\n'));
  return { socket, text: () => text };
}

test('a connection that asked for another protocol is closed, also by who never closes it', async () => {
  const before = await countConnections();
  const { socket, text } = await ask('/api/health', app);
  await once(socket, 'end');
  expect(text()).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(countConnections, { timeout: 10_000 }).toBe(before);
  socket.destroy();
});

test('a stream over such a connection does not keep the server from stopping', async () => {
  const own = await startTestApp();
  const anna = await own.join('Анна');
  const { socket, text } = await ask('/api/live', own, [`Authorization: Bearer ${anna.token!}`]);
  await expect.poll(text, { timeout: 10_000 }).toContain('text/event-stream');
  // The reader neither reads nor leaves.
  socket.pause();
  const late = new Promise((done) => {
    setTimeout(() => done('still open'), patient(15_000)).unref();
  });
  expect(await Promise.race([own.stop(), late])).toBeUndefined();
  socket.destroy();
});
