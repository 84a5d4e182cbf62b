import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './nginx.ts';

/**
 * How the mail server behaves. `lost` accepts the email and disconnects before it acknowledges it,
 * `rude` disconnects after that.
 */
export type Behaviour =
  | 'well'
  | 'hangs up'
  | 'never greets'
  | 'busy'
  | 'refuses'
  | 'refuses messages'
  | 'hangs in DATA'
  | 'never takes it'
  | 'lost'
  | 'rude'
  | 'slow';
export type BadMailServer = {
  url: string;
  behaviour: Behaviour;
  /** The recipients of accepted emails, one entry per email. */
  taken: string[];
  /** Those of them whose acceptance was never acknowledged. */
  unacknowledged: string[];
  /** The number of connections so far. */
  calls: number;
  /** Returns the number of open connections. */
  inside(): number;
  /** Closes all connections. */
  drop(): void;
  close(): Promise<void>;
};
/** In ms: the delay of each response in the `slow` behaviour. */
const SLOW_MS = 400;

/**
 * Opens a mail server that speaks SMTP (RFC 5321) on its own port and misbehaves as configured. It
 * can store accepted emails in a folder, as the app does without SMTP.
 */
export async function openBadMailServer({
  outbox,
  port,
}: { outbox?: string; port?: number } = {}): Promise<BadMailServer> {
  const listening = port ?? (await freePort());
  const sockets = new Set<Socket>();
  if (outbox !== undefined) await mkdir(outbox, { recursive: true });
  const mailServer: BadMailServer = {
    url: `smtp://127.0.0.1:${listening}`,
    behaviour: 'well',
    taken: [],
    unacknowledged: [],
    calls: 0,
    inside: () => sockets.size,
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      mailServer.drop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  const server = createServer((socket) => {
    mailServer.calls += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    void serve(socket).catch(() => {});
  });
  async function serve(socket: Socket): Promise<void> {
    if (mailServer.behaviour === 'hangs up') return void socket.destroy();
    const { behaviour } = mailServer;
    const reply = async (line: string) => {
      if (behaviour === 'slow') await sleep(SLOW_MS);
      socket.write(`${line}\r\n`);
    };
    if (behaviour === 'never greets') return;
    await reply('220 office.test ESMTP');
    let [rest, to, isLetter]: [string, string, boolean] = ['', '', false];
    const take = async (letter: string) => {
      if (behaviour === 'never takes it') return;
      if (outbox !== undefined) {
        const path = join(outbox, `${crypto.randomUUID()}.eml`);
        await writeFile(`${path}.tmp`, letter);
        await rename(`${path}.tmp`, path);
      }
      mailServer.taken.push(to);
      if (behaviour === 'lost') {
        mailServer.unacknowledged.push(to);
        return void socket.destroy();
      }
      await reply('250 taken');
      if (behaviour === 'rude') socket.end(() => socket.destroy());
    };
    const record = async (line: string): Promise<unknown> => {
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'RCPT') {
        if (behaviour === 'busy') return reply('451 busy');
        if (behaviour === 'refuses') return reply('550 nobody of that name');
        to = /<(.+?)>/.exec(line)![1]!;
      }
      if (word === 'DATA') {
        if (behaviour === 'hangs in DATA') return undefined;
        if (behaviour === 'refuses messages') return reply('554 no letters here');
        isLetter = true;
        return reply('354 go on');
      }
      if (word === 'QUIT') {
        await reply('221 bye');
        return socket.end();
      }
      return reply('250 office.test');
    };
    for await (const part of socket.setEncoding('latin1') as AsyncIterable<string>) {
      rest += part;
      for (;;) {
        const end = rest.indexOf(isLetter ? '\r\n.\r\n' : '\r\n');
        if (end === -1) break;
        const text = rest.slice(0, end);
        rest = rest.slice(end + (isLetter ? 5 : 2));
        if (isLetter) {
          isLetter = false;
          await take(text);
        } else {
          await record(text);
        }
      }
    }
  }
  await new Promise<void>((resolve) => {
    server.listen(listening, '127.0.0.1', resolve);
  });
  return mailServer;
}
