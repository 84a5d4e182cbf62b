import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import { makeWriters } from '../support/acknowledged.ts';
import type { Caller } from '../support/driver.ts';
import { openOwnServer } from '../support/servers/own-server.ts';
import { patient } from '../support/patience.ts';

const [CALLS, STREAMS] = [200, 500];
const STREAMS_EACH = 6;
const server = await openOwnServer();

type Answer = { status: number; body: string };
/**
 * Starts a call and sends its headers and half of its body; `finish` sends the rest. The call is in
 * progress in between.
 */
function beginCall(
  who: Caller,
  path: string,
  body: string,
): { isTaken: Promise<void>; finish(): void; answer: Promise<Answer | Error> } {
  const half = Math.floor(body.length / 2);
  const call = request(`${who.url}/api${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      ...who.headers(),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const answer = new Promise<Answer | Error>((resolve) => {
    call
      .on('response', (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part;
          })
          .on('end', () => resolve({ status: response.statusCode!, body: text }));
      })
      .on('error', resolve);
  });
  // The server has read the headers and waits for the body.
  const isTaken = new Promise<void>((resolve) => {
    call.once('continue', () => {
      call.write(body.slice(0, half));
      resolve();
    });
  });
  call.flushHeaders();
  return { isTaken, finish: () => void call.end(body.slice(half)), answer };
}
async function openStream(who: Caller): Promise<Response> {
  const response = await fetch(`${who.url}/api/live`, { headers: who.headers() });
  expect(response.status).toBe(200);
  return response;
}

test(
  'SIGTERM under load: calls in progress are answered, streams end with a reconnect delay, the exit code is 0, and everything acknowledged is stored',
  async () => {
    const anna = await server.join('Анна');
    const boris = await server.join('Борис');
    await anna.call(friends.make, { params: { id: boris.id } });
    const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
    const readers = await server.joinMany(Math.ceil(STREAMS / STREAMS_EACH));
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, (_, index) => openStream(readers[index % readers.length]!)),
    );
    const whole = Promise.all(streams.map((stream) => stream.text()));
    const texts = Array.from({ length: CALLS }, (_, index) => `до конца ${index}`);
    const calls = texts.map((message) =>
      beginCall(anna, `/new-messages/${room._id}`, JSON.stringify({ message, clientId: message })),
    );
    await Promise.all(calls.map(({ isTaken }) => isTaken));

    const writers = await makeWriters(server, { pairs: 5 });
    writers.begin();
    await writers.untilAcknowledged();
    const begun = performance.now();
    const gone = server.end('SIGTERM');
    await sleep(300);
    const late = await fetch(`${server.url}/api/ready`).then(
      ({ status }) => status,
      () => 'refused',
    );
    expect(['refused', 503]).toContain(late);
    for (const { finish } of calls) finish();
    const answers = await Promise.all(calls.map(({ answer }) => answer));
    const isGiven = (answer: Answer | Error): answer is Answer =>
      !(answer instanceof Error) && answer.status === 200;
    expect(answers.filter((answer) => !isGiven(answer)).slice(0, 3)).toEqual([]);
    const told = await whole;
    expect(told.filter((text) => !/^retry: \d+$/m.test(text))).toEqual([]);
    expect(await gone).toBe(0);
    expect(performance.now() - begun).toBeLessThan(15_000);

    await writers.end();
    await server.start();
    // Late calls found the port closed or got 503. No call was confirmed without being done, and
    // nothing is left over.
    expect([...writers.refused.keys()].filter((status) => status !== 0 && status !== 503)).toEqual(
      [],
    );
    await writers.verify(server);
    console.log(`подтверждено ${writers.tell()}`);
    const found: string[] = [];
    for (let before: string | undefined, isLast = false; !isLast;) {
      const page = await server.as(boris).call(chats.messages, {
        params: { page: 1, offset: 0 },
        query: { room: room._id, ...(before === undefined ? {} : { before }) },
      });
      found.push(...page.messages.map(({ message }) => message));
      before = page.messages[0]?._id;
      isLast = page.isLast;
    }
    expect(found.sort()).toEqual([...texts].sort());
  },
  patient(120_000),
);

test(
  'a second SIGTERM stops at once a server that still waits for a call',
  async () => {
    const anna = await server.join('Анна');
    const { isTaken, answer } = beginCall(
      anna,
      '/new-messages/00000000-0000-7000-8000-000000000000',
      JSON.stringify({ message: 'не договорил' }),
    );
    await isTaken;
    const gone = server.end('SIGTERM');
    // Within a second it counts as the same request, which arrives from the process group and from
    // the launcher.
    await sleep(1_200);
    expect(server.isRunning).toBe(true);
    server.signal('SIGTERM');
    expect(await gone).toBe(1);
    expect(await answer).toBeInstanceOf(Error);
  },
  patient(60_000),
);
