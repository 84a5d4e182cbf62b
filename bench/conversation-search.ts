import pg from 'pg';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { newId } from '../packages/server/src/platform/runtime/ids.ts';
import { signIn } from './calls.ts';
import type { Program } from './programs.ts';
import type { DataSet } from './sets.ts';
import { RARE, SEARCHER, WORDS } from './conversations.ts';
import { fire, median, percentiles, requestOf } from './volley.ts';

const TARGET_MS = 50;
const INSERTS = 1_000;
/** Searched words in frequency order: [the first, how many after it]. */
const SOUGHT: [string, () => string[]][] = [
  ['частое слово', () => WORDS.slice(0, 12)],
  ['слово среднее', () => WORDS.slice(40, 160).filter((_, index) => index % 8 === 0)],
  ['редкое слово', () => [RARE.word, ...WORDS.slice(-12)]],
  [
    'начало слова',
    () =>
      WORDS.slice(20, 400)
        .filter((_, index) => index % 30 === 0)
        .map((word) => word.slice(0, 3)),
  ],
  [
    'три слова',
    () =>
      WORDS.slice(3, 36)
        .filter((_, index) => index % 3 === 0)
        .map((word, index) => `${word} ${WORDS[index * 5 + 1]!} ${WORDS[index * 11 + 8]!}`),
  ],
  [
    'три редких',
    () =>
      WORDS.slice(600, 900)
        .filter((_, index) => index % 30 === 0)
        .map((word, index) => `${word} ${WORDS[index * 7 + 100]!} ${WORDS[index * 5 + 60]!}`),
  ],
  ['ничего', () => ['абракадабрус', 'кщщщв', 'несказанное ничем', 'ыыыыыы']],
];

/**
 * Measures searches for words in everything that one member may read: 200,000 of 2.5 million
 * messages.
 */
export async function measureConversationSearch(
  ours: Program,
  set: DataSet,
  seconds: number,
): Promise<string[]> {
  const missed: string[] = [];
  const { token } = await signIn(ours.port, `${SEARCHER}@demo.respa`, DEMO_PASSWORD);
  console.log('\nПоиск в переписке: 200 000 сообщений участника среди 2 500 000, по одному вызову');
  for (const [name, words] of SOUGHT) {
    const paths = words().map((word) => `/api/search-messages?q=${encodeURIComponent(word)}`);
    // The first search for a word after a start reads its pages from disk.
    for (const path of paths)
      await (
        await fetch(`http://127.0.0.1:${ours.port}${path}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).arrayBuffer();
    const requests = paths.map((path) => requestOf('GET', path, token));
    let turn = 0;
    const next = () => requests[(turn += 1) % requests.length]!;
    const { p50, p99, failed } = await fire({ port: ours.port, seconds, lanes: [next] });
    const isReached = p99 <= TARGET_MS && failed === 0;
    console.log(
      `  ${name.padEnd(14)} p50 ${p50.toFixed(1).padStart(5)} мс, p99 ${p99.toFixed(1).padStart(5)} мс (цель ${TARGET_MS}) ${isReached ? '✓' : '✗'}`,
    );
    if (!isReached)
      missed.push(
        `Поиск в переписке, ${name}: p99 ${p99.toFixed(1)} мс при цели ${TARGET_MS}${failed > 0 ? `, ${failed} ответов не 200` : ''}`,
      );
  }
  console.log(
    `  вставка строки сообщения, без ожидания диска: ${(await timeInserts(set)).toFixed(2)} мс`,
  );
  return missed;
}

/**
 * Measures the database time of one row of `messages` with all its indexes, without the round trip;
 * the result is rolled back.
 */
async function timeInserts(set: DataSet): Promise<number> {
  const client = new pg.Client({ connectionString: set.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ room_id: string; user_id: string }>(
      'select room_id, user_id from room_members where is_group order by md5(room_id::text) limit 200',
    );
    await client.query('begin');
    const time = async (query: pg.QueryConfig) => {
      const began = performance.now();
      await client.query(query);
      return performance.now() - began;
    };
    const [inserts, empties]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < INSERTS; turn += 1) {
      const { room_id: room, user_id: user } = rows[turn % rows.length]!;
      const text = Array.from(
        { length: 8 },
        (_, word) => WORDS[(turn * 31 + word * word * 37) % WORDS.length],
      ).join(' ');
      inserts.push(
        await time({
          name: 'insert',
          text: 'insert into messages (room_id, id, user_id, position, born, seq, text) values ($1, $2, $3, $4, $4, $4, $5)',
          values: [room, newId(), user, 5_000_000 + turn, text],
        }),
      );
      empties.push(await time({ name: 'empty', text: 'select $1::int', values: [turn] }));
    }
    await client.query('rollback');
    return median(inserts) - percentiles(empties).p50;
  } finally {
    await client.end();
  }
}
