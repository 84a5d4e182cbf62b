import pg from 'pg';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { PAGE_SIZES } from '../packages/contract/src/limits.ts';
import { signIn } from './calls.ts';
import type { Program, Statement } from './programs.ts';
import type { DataSet } from './sets.ts';
import { MILLION, READER } from './conversations.ts';
import { fire, percentiles, requestOf } from './volley.ts';

const [KEYSET_MS, NUMBERED_MS] = [3, 100];
const SIZE = PAGE_SIZES.messages;
const TIMES = 40;
/** Messages from the end. */
const DEPTHS = [
  ['у конца', 0],
  ['в середине', 500_000],
  ['у начала', 950_000],
] as const;

/**
 * Measures what our server asks the database for one call, each statement timed on its own
 * connection, minus the time of an empty one.
 */
async function timeInDatabase(
  ours: Program,
  client: pg.Client,
  token: string,
  path: string,
): Promise<number> {
  const ask = () =>
    fetch(`http://127.0.0.1:${ours.port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    }).then(async (answer) => {
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
      await answer.arrayBuffer();
    });
  await ask();
  await ours.ask('listen');
  await ask();
  const { statements } = await ours.ask<{ statements: Statement[] }>('tell');
  const own = statements.filter(({ text }) => text.includes('messages'));
  const time = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let turn = 0; turn < TIMES; turn += 1) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    return percentiles(times).p50;
  };
  const empty = await time(() =>
    client.query({ name: 'empty', text: 'select $1::int', values: [1] }),
  );
  let sum = 0;
  for (const [index, { text, values }] of own.entries())
    sum += Math.max(
      0,
      (await time(() =>
        client.query({ name: `${path.length}-${index}-${text.length}`, text, values }),
      )) - empty,
    );
  return sum;
}

/**
 * Measures a page anywhere in a room of a million messages: next to a message, and by its number.
 */
export async function measureDepths(
  ours: Program,
  set: DataSet,
  seconds: number,
): Promise<string[]> {
  const missed: string[] = [];
  const { token } = await signIn(ours.port, `${READER}@demo.respa`, DEMO_PASSWORD);
  const client = new pg.Client({ connectionString: set.url });
  await client.connect();
  console.log(
    `\nКомната на ${MILLION.messages.toLocaleString('ru-RU')} сообщений: страница в любом месте`,
  );
  try {
    for (const [name, depth] of DEPTHS) {
      const {
        rows: [beside],
      } = await client.query<{ id: string }>(
        'select id from messages where room_id = $1 and deleted_at is null and position <= $2 order by position desc limit 1',
        [MILLION.id, MILLION.messages - depth],
      );
      const [keyset, numbered] = [
        `/api/group/messages/1/0?room=${MILLION.id}&before=${beside!.id}`,
        numberedPath(depth),
      ];
      const [byKey, byNumber] = [
        await timeInDatabase(ours, client, token, keyset),
        await timeInDatabase(ours, client, token, numbered),
      ];
      const request = requestOf('GET', numbered, token);
      const whole = await fire({ port: ours.port, seconds, lanes: [() => request] });
      console.log(
        `  ${name.padEnd(10)} рядом с сообщением ${byKey.toFixed(2)} мс в базе (цель ${KEYSET_MS}); по номеру ${byNumber.toFixed(2)} мс в базе, вызов целиком p50 ${whole.p50.toFixed(1)}, p99 ${whole.p99.toFixed(1)} мс (цель ${NUMBERED_MS}) ${byKey <= KEYSET_MS && whole.p99 <= NUMBERED_MS ? '✓' : '✗'}`,
      );
      if (byKey > KEYSET_MS)
        missed.push(
          `Большая комната ${name}: рядом с сообщением ${byKey.toFixed(2)} мс в базе при цели ${KEYSET_MS}`,
        );
      if (whole.p99 > NUMBERED_MS || whole.failed > 0)
        missed.push(
          `Большая комната ${name}: страница по номеру p99 ${whole.p99.toFixed(1)} мс при цели ${NUMBERED_MS}`,
        );
    }
  } finally {
    await client.end();
  }
  return missed;
}
/** The documented call reaches as deep as its page and offset together. */
function numberedPath(depth: number): string {
  const page = Math.min(10_000, Math.floor(depth / SIZE) + 1);
  return `/api/group/messages/${page}/${depth - (page - 1) * SIZE}?room=${MILLION.id}`;
}
