import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { newId } from '../packages/server/src/platform/runtime/ids.ts';
import { signIn } from './calls.ts';
import { startProgram, type Program } from './programs.ts';
import { messageBody } from './recording.ts';
import type { DataSet } from './sets.ts';
import { percentiles, readAnswers, requestOf } from './volley.ts';

const MEMBERS = 200;
/** Users whose streams only stay open: they are in no group chat. */
const OTHERS = 125;
const STREAMS = 2_000;
const SENDERS = 8;
/** Messages per second that make 50,000 deliveries. */
const PER_SECOND = 250;
const DROPPED = 10_000;
const [DELIVERIES, LAST_MS, SHARE, MEMORY] = [50_000, 25, 0.5, 1.5];

type Member = { id: string; token: string };
type Memory = { bytes: number; rss: number; streams: number };
/** Where the streams of a program are and where its messages are sent. */
type Target = {
  program: Program;
  streamPath: (member: Member) => string;
  idlePath: string;
  sendPath: string;
  members: Member[];
  others: Member[];
};

/**
 * Measures a group chat of 200 whose members all listen, among 2,000 open streams: our server and
 * the bare program, one after the other, with the same client.
 */
export async function measureStreams(
  ours: Program,
  set: DataSet,
  seconds: number,
): Promise<string[]> {
  const missed: string[] = [];
  const { room, members, others } = await makeGroup(set, ours.port);
  const bare = await startProgram('./fanout.ts', {});
  const mine: Target = {
    program: ours,
    members,
    others,
    idlePath: '/api/live',
    streamPath: ({ id }) => `/api/group/connect/${room}/${id}`,
    sendPath: `/api/group/new-messages/${room}`,
  };
  const theirs: Target = {
    program: bare,
    members,
    others,
    idlePath: '/',
    streamPath: () => '/',
    sendPath: '/',
  };
  try {
    console.log(`\nГруппа из ${MEMBERS} слушателей`);
    // The bare program writes to every stream that it has: its rate is measured without idle ones.
    const [limit, rate] = [
      await measureRate(theirs, 0, seconds),
      await measureRate(mine, STREAMS, seconds),
    ];
    for (const [name, one] of [
      ['наш сервер, открыто 2 000', rate],
      ['голая раздача', limit],
    ] as const) {
      console.log(
        `  ${name}: ${Math.round(one.deliveries)} доставок/с, потеряно ${one.lost}; при ${PER_SECOND} сообщениях/с от ответа отправителю до последнего слушателя p50 ${one.p50.toFixed(1)} мс, p99 ${one.p99.toFixed(1)} мс`,
      );
    }
    const share = rate.deliveries / limit.deliveries;
    console.log(`  доля ${Math.round(share * 100)} %`);
    if (rate.deliveries < DELIVERIES)
      missed.push(`Группа: ${Math.round(rate.deliveries)} доставок/с при цели ${DELIVERIES}`);
    if (share < SHARE)
      missed.push(`Группа: ${Math.round(share * 100)} % голой раздачи при цели ${SHARE * 100} %`);
    if (rate.p99 > LAST_MS || rate.lost > 0)
      missed.push(
        `Группа: последний слушатель p99 ${rate.p99.toFixed(1)} мс при цели ${LAST_MS}, потеряно ${rate.lost}`,
      );

    const [few, many] = [await measureMemory(theirs), await measureMemory(mine)];
    console.log(
      `  память на молчащий поток: наш ${(many.each / 1024).toFixed(1)} КБ, голый ${(few.each / 1024).toFixed(1)} КБ; открыто и брошено ${DROPPED}: осталось потоков ${many.left}, прибыло ${(many.grown / 1024 / 1024).toFixed(1)} МБ`,
    );
    if (many.each > few.each * MEMORY)
      missed.push(
        `Память потока: в ${(many.each / few.each).toFixed(2)} раза больше голого при цели ${MEMORY}`,
      );
    if (many.left > 0) missed.push(`После ${DROPPED} брошенных потоков осталось ${many.left}`);
  } finally {
    await bare.stop();
    await set.query(`delete from rooms where id = '${room}'`);
  }
  return missed;
}

async function makeGroup(
  set: DataSet,
  port: number,
): Promise<{ room: string; members: Member[]; others: Member[] }> {
  const people = await set.query<{ id: string; email: string }>(
    `
      select id, email
      from accounts
      where email like 'm%'
      order by email
      limit ${MEMBERS + OTHERS}
    `,
  );
  const members: Member[] = [];
  for (const { id, email } of people)
    members.push({ id, token: (await signIn(port, email, DEMO_PASSWORD)).token });
  const room = newId();
  await set.query(
    `
      insert into rooms (id, is_group, title, creator_id, touched)
      values ('${room}', true, 'Двести', '${people[0]!.id}', '${room}')
    `,
  );
  await set.query(
    `
      insert into room_members (room_id, user_id, touched, is_group)
      select '${room}', u, uuidv7(), true
      from unnest('{${people
        .slice(0, MEMBERS)
        .map(({ id }) => id)
        .join(',')}}'::uuid[]) u
    `,
  );
  return { room, members: members.slice(0, MEMBERS), others: members.slice(MEMBERS) };
}

const MARK = Buffer.from('"clientId":"');
const ID = 36;
/**
 * Opens a stream; `record` gets the clientId of every message in it. Resolves when the first event
 * has arrived. It reads as cheaply as it can, because the listeners share the processors with the
 * measured program.
 */
function listen(
  port: number,
  path: string,
  token: string,
  record?: (clientId: string) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let kept = '';
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(record === undefined ? 512 : 16_384),
        callback(count, buffer) {
          if (!isOpen) {
            isOpen = true;
            resolve(socket);
          }
          if (record === undefined) return true;
          let part = (buffer as Buffer).subarray(0, count);
          if (kept !== '') part = Buffer.concat([Buffer.from(kept, 'latin1'), part]);
          let end = 0;
          for (let at = part.indexOf(MARK); at >= 0; at = part.indexOf(MARK, end)) {
            if (at + MARK.length + ID > part.length) break;
            end = at + MARK.length + ID;
            record(part.toString('latin1', end - ID, end));
          }
          // An id that arrived in two pieces: its beginning waits for the rest.
          kept = part.toString('latin1', Math.max(end, part.length - MARK.length - ID));
          return true;
        },
      },
    });
    socket.on('error', reject).on('connect', () => socket.write(requestOf('GET', path, token)));
  });
}
async function openAll(
  paths: { path: string; token: string; record?: (clientId: string) => void }[],
  port: number,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let from = 0; from < paths.length; from += 100)
    sockets.push(
      ...(await Promise.all(
        paths
          .slice(from, from + 100)
          .map(({ path, token, record }) => listen(port, path, token, record)),
      )),
    );
  return sockets;
}
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

type Entry = { left: number; acked: number; last: number; done: (entry: Entry) => void };
/** Sends to the room and records when the response and the last listener's event arrived. */
class Conversation {
  readonly #waiting = new Map<string, Entry>();
  readonly #asked: string[][] = Array.from({ length: SENDERS }, () => []);
  readonly #senders: Socket[];
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
    this.#senders = this.#asked.map((queue) =>
      connect({ port: target.program.port, host: '127.0.0.1', noDelay: true }).on(
        'data',
        readAnswers((status) => {
          const clientId = queue.shift()!;
          const entry = this.#waiting.get(clientId)!;
          if (status !== 200) throw new Error(`a message was answered with ${status}`);
          entry.acked = performance.now();
          this.#end(clientId, entry);
        }),
      ),
    );
  }
  get unheard(): number {
    return this.#waiting.size;
  }
  #end(clientId: string, entry: Entry): void {
    if (entry.left > 0 || entry.acked === 0) return;
    this.#waiting.delete(clientId);
    entry.done(entry);
  }
  readonly record = (clientId: string): void => {
    const entry = this.#waiting.get(clientId);
    if (entry === undefined) return;
    entry.left -= 1;
    entry.last = performance.now();
    this.#end(clientId, entry);
  };
  print(sender: number, done: (entry: Entry) => void): void {
    const clientId = randomUUID();
    this.#waiting.set(clientId, { left: MEMBERS, acked: 0, last: 0, done });
    this.#asked[sender]!.push(clientId);
    this.#senders[sender]!.write(
      requestOf(
        'POST',
        this.#target.sendPath,
        this.#target.members[sender]!.token,
        messageBody(clientId),
      ),
    );
  }
  close(): void {
    for (const socket of this.#senders) socket.destroy();
  }
}

async function measureRate(target: Target, idle: number, seconds: number) {
  const { program, members, others, streamPath, idlePath } = target;
  const conversation = new Conversation(target);
  const sockets = await openAll(
    members.map((member) => ({
      path: streamPath(member),
      token: member.token,
      record: conversation.record,
    })),
    program.port,
  );
  // Every member has their own stream besides the room's; all other users only listen.
  const quiet =
    idle === 0
      ? []
      : [
          ...members,
          ...Array.from(
            { length: idle - 2 * members.length },
            (_, index) => others[index % others.length]!,
          ),
        ];
  sockets.push(
    ...(await openAll(
      quiet.map(({ token }) => ({ path: idlePath, token })),
      program.port,
    )),
  );
  await pause(500);
  // At full speed: the sender waits for the last listener and sends again.
  const deliveries = await new Promise<number>((resolve) => {
    const began = performance.now();
    let [heard, busy] = [0, SENDERS];
    const next = (sender: number) =>
      conversation.print(sender, () => {
        heard += MEMBERS;
        if (performance.now() - began < seconds * 1000) return next(sender);
        busy -= 1;
        if (busy === 0) resolve((heard * 1000) / (performance.now() - began));
      });
    for (let sender = 0; sender < SENDERS; sender += 1) next(sender);
  });
  // At a steady rate: from the response to the last listener.
  const times: number[] = [];
  const [due, start] = [PER_SECOND * seconds, performance.now()];
  await new Promise<void>((resolve) => {
    let sent = 0;
    const timer = setInterval(() => {
      const now = Math.min(due, Math.floor(((performance.now() - start) * PER_SECOND) / 1000));
      for (; sent < now; sent += 1)
        conversation.print(sent % SENDERS, ({ acked, last }) =>
          times.push(Math.max(0, last - acked)),
        );
      if (sent < due) return;
      clearInterval(timer);
      setTimeout(resolve, 1_500);
    }, 1);
  });
  const lost = conversation.unheard;
  conversation.close();
  for (const socket of sockets) socket.destroy();
  await pause(500);
  return { deliveries, lost, ...percentiles(times) };
}

/**
 * Returns the bytes per stream that only stays open, and how many of the dropped streams are left.
 */
async function measureMemory({
  program,
  others,
  idlePath,
}: Target): Promise<{ each: number; left: number; grown: number }> {
  const paths = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      path: idlePath,
      token: others[index % others.length]!.token,
    }));
  const drop = async (count: number) => {
    for (const socket of await openAll(paths(count), program.port)) socket.destroy();
    await pause(300);
  };
  await drop(STREAMS);
  const before = await program.ask<Memory>('memory');
  const sockets = await openAll(paths(STREAMS), program.port);
  const open = await program.ask<Memory>('memory');
  for (const socket of sockets) socket.destroy();
  for (let dropped = 0; dropped < DROPPED; dropped += 500) await drop(500);
  await pause(1_000);
  const after = await program.ask<Memory>('memory');
  return {
    each: (open.bytes - before.bytes) / STREAMS,
    left: after.streams - before.streams,
    grown: after.bytes - before.bytes,
  };
}
