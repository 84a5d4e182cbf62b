import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';

/**
 * The minimal fan-out server: node:http, no database. A posted message is written unchanged to
 * every open stream, and acknowledged.
 */
const streams = new Set<ServerResponse>();
let seq = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.write('data: {"type":"init"}\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { message, clientId } = JSON.parse(Buffer.concat(chunks).toString()) as {
      message: string;
      clientId: string;
    };
    seq += 1;
    // As long as a real message.
    const sent = JSON.stringify({
      _id: randomUUID(),
      user: randomUUID(),
      name: 'Дмитрий',
      surname: 'Корнилов',
      avatarUrl: '',
      message,
      date: new Date().toISOString(),
      images: [],
      videos: [],
      audio: null,
      files: [],
      pictures: [],
      clips: [],
      audioDuration: null,
      edited: false,
      position: seq,
      clientId,
      system: null,
      replyTo: null,
      reactions: [],
      mentions: [],
      formatting: [],
      forwarded: null,
    });
    const frame = Buffer.from(`id: ${seq}\ndata: {"type":"create","message":${sent}}\n\n`);
    for (const stream of streams) stream.write(frame);
    const body = Buffer.from(`{"message":${sent}}`);
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      })
      .end(body);
  });
});
server.listen(0, '127.0.0.1', 4_096, () =>
  process.send!({ port: (server.address() as { port: number }).port }),
);
process.on('message', (order: 'cpu' | 'memory') => {
  if (order === 'cpu') return void process.send!(process.cpuUsage());
  (globalThis as unknown as { gc: () => void }).gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send!({ bytes: heapUsed + external, rss, streams: streams.size });
});
process.on('disconnect', () => process.exit(0));
