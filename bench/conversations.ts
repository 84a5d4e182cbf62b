import { DAY_MS } from '../packages/contract/src/durations.ts';
import { openSet, CONVERSATIONS, type DataSet } from './sets.ts';
import { createRandom } from '../packages/server/src/platform/runtime/seeded-random.ts';

const VOCABULARY = 4_000;
const SYLLABLES = [
  'ва',
  'ро',
  'ли',
  'но',
  'ста',
  'ме',
  'ку',
  'да',
  'при',
  'бо',
  'ше',
  'тя',
  'гра',
  'зо',
  'му',
  'ны',
  'ка',
  'вер',
  'по',
  'лю',
  'си',
  'ждо',
  'хва',
  'це',
];
const ENDINGS = ['', 'а', 'ть', 'ный', 'ка', 'ом', 'ы', 'ник', 'ли'];

/** Invented words; the first ones are the most frequent, as in every language. */
export const WORDS = ((): string[] => {
  const random = createRandom(7);
  const made = new Set<string>();
  while (made.size < VOCABULARY)
    made.add(
      Array.from({ length: 2 + random.integer(2) }, () => random.pick(SYLLABLES)).join('') +
        random.pick(ENDINGS),
    );
  return [...made];
})();
/** A word that only the searcher writes, and in this many messages only. */
export const RARE = { word: 'звездолёт', messages: 12 };

/**
 * The user who wrote and read 200,000 messages in 300 group chats, and the conversation of a
 * million.
 */
export const [SEARCHER, GROUPS, OWN] = ['m1', 300, 200_000];
/** The user who reads the conversation of a million, and is in none of those group chats. */
export const READER = 'm2';
export const MILLION = {
  id: '01890000-0000-7000-8000-00000a000000',
  messages: 1_000_000,
  /** Every n-th message is deleted, and so is every message in one thousand of each forty. */ every: 50,
};
const OTHERS = 12_000;
const PORTION = 100_000;
const [FROM, DAYS] = [Date.UTC(2025, 0), 300];

/** Opens the set of the conversations, filled by statements the first time. */
export async function openConversations(): Promise<DataSet> {
  const set = await openSet(CONVERSATIONS);
  const [{ has }] = (await set.query<{ has: boolean }>(
    `select exists (select from rooms where id = '${MILLION.id}') as has`,
  )) as [{ has: boolean }];
  if (!has) await fill(set);
  return set;
}

/**
 * Inserts messages `from` to `to` of the rooms that the statement `rooms` returns with their sizes;
 * in a room of size r, position n is dated n/r of the way through the 300 days.
 */
const messages = (rooms: string, from: number, to: number) => `
  insert into messages (room_id, id, user_id, position, born, seq, text, created_at)
  select r.id,
    (lpad(to_hex(at), 12, '0') || '7' || lpad(to_hex(n % 4096), 3,
      '0') || '8' || substr(md5(r.id::text || n), 1, 15))::uuid,
    r.who[1 + (n * 7919 + n / 5) % cardinality(r.who)],
    n,
    n,
    n,
    (
      select string_agg(
        (array[${WORDS.map((word) => `'${word}'`).join(',')}])[1 + floor(${VOCABULARY} * power(random(), 3))::int],
        ' '
      )
      from generate_series(1, (3 + (n * 31 % 13))::int)
      where n is not null
    ),
    to_timestamp(at / 1000.0)
  from (${rooms}) as r (id, who, size)
  cross join lateral (
    select n::bigint, ${FROM} + (n::bigint * ${DAYS * DAY_MS} / r.size) as at
    from generate_series(greatest(1, ${from})::bigint, least(r.size, ${to})::bigint) as n
  ) as place
`;

async function fill(set: DataSet): Promise<void> {
  // Left over from an interrupted run.
  await set.query('truncate messages, rooms cascade');
  const people = (
    await set.query<{ id: string }>(
      `
        select id
        from accounts
        where email like 'm%' and email <> '${READER}@demo.respa'
        order by (email = '${SEARCHER}@demo.respa') desc, email
        limit 40
      `,
    )
  ).map(({ id }) => `'${id}'::uuid`);
  const who = `array[${people.join(',')}]`;
  const group = (id: string, size: string) =>
    `select ${id}, true, 'Беседа', (${who})[1], ${id}, ${size}, ${size}`;
  const groupId = (kind: string, n: string) =>
    `('01890000-0000-7000-8000-${kind}' || lpad(to_hex(${n}), 11, '0'))::uuid`;
  const own = `${groupId('b', 'g')}`;
  // Sizes as uneven as those of real conversations: the first has thirty thousand messages, the
  // last a hundred.
  const ownSize = `(${OWN} / 6.2827 / g)::bigint`;
  const others = `${groupId('c', 'g')}`;
  const rooms = 'insert into rooms (id, is_group, title, creator_id, touched, seq, position)';
  const members = 'insert into room_members (room_id, user_id, touched, is_group, read_position)';
  const print = (line: string) => console.log(`  ${line}`);
  await set.query(`${rooms} ${group(own, ownSize)} from generate_series(1, ${GROUPS}) g`);
  await set.query(
    `
      ${members}
      select ${own}, u, ${own}, true, ${ownSize}
      from generate_series(1, ${GROUPS}) g
      cross join unnest((${who})[1:5]) u
    `,
  );
  print('переписка одного участника');
  await set.query(
    messages(
      `select ${own}, (${who})[1:5], ${ownSize} from generate_series(1, ${GROUPS}) g`,
      1,
      OWN,
    ),
  );
  await set.query(`
    with chosen as (
      select m.room_id, m.id
      from messages m
      join room_members r on r.room_id = m.room_id and r.user_id = (${who})[1]
      where m.position % 7 = 3 and r.is_group
      order by md5(m.id::text)
      limit ${RARE.messages}
    )
    update messages
    set text = text || ' ${RARE.word}'
    from chosen
    where messages.room_id = chosen.room_id and messages.id = chosen.id
  `);
  print('переписка остальных');
  await set.query(`${rooms} ${group(others, '104')} from generate_series(1, ${OTHERS}) g`);
  for (let from = 1; from <= OTHERS; from += 1_000)
    await set.query(
      messages(
        `
          select ${others}, (${who})[6:40], 104
          from generate_series(${from}, ${Math.min(OTHERS, from + 999)}) g
        `,
        1,
        104,
      ),
    );
  for (let from = 1; from <= MILLION.messages; from += PORTION) {
    print(`большая комната, с ${from}`);
    await set.query(
      messages(
        `select '${MILLION.id}'::uuid, (${who})[1:5], ${MILLION.messages}`,
        from,
        from + PORTION - 1,
      ),
    );
  }
  print('удалённое в ней');
  await set.query(
    `
      update messages
      set text = '', deleted_at = created_at
      where room_id = '${MILLION.id}'
        and (position % ${MILLION.every} = 7 or position / 1000 % 40 = 11)
    `,
  );
  await set.query(`${rooms} ${group(`'${MILLION.id}'::uuid`, `${MILLION.messages}`)}`);
  await set.query(
    `
      ${members}
      select '${MILLION.id}', id, '${MILLION.id}', true, ${MILLION.messages}
      from accounts
      where email = '${READER}@demo.respa'
    `,
  );
  await set.query(
    `
      insert into room_gaps (room_id, block, gone)
      select room_id, position / 1000, count(*)
      from messages
      where room_id = '${MILLION.id}' and deleted_at is not null
      group by 1, 2
    `,
  );
  await set.query('vacuum (analyze)');
}
