import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { signIn } from './calls.ts';
import type { Program } from './programs.ts';
import { openSet, PEOPLE, type DataSet } from './sets.ts';
import { fire, requestOf } from './volley.ts';

const TARGET_MS = 20;
const [MEMBERS, VIEWERS, PORTION] = [100_000, 16, 10_000];
const id = (kind: string, n: string) =>
  `('0189${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const person = (n: string) => id('1000', n);

/**
 * Opens a set of 100,000 members, filled by statements the first time: twenty friends and five
 * games each, in forty cities. Those who ask have forty friends, twenty games and a city.
 */
async function openPeople(): Promise<DataSet> {
  const set = await openSet(PEOPLE);
  const [{ count }] = (await set.query<{ count: number }>(
    'select count(*)::int as count from game_statuses',
  )) as [{ count: number }];
  if (count >= MEMBERS) return set;
  console.log(`Заполняю: ${PEOPLE.title}`);
  await set.query(`
    insert into games (id, name, version)
    select ${id('2000', 'n')}, 'Игра ' || n, '1.0'
    from generate_series(1, 2000) n
    on conflict do nothing
  `);
  for (let from = 0; from < MEMBERS; from += PORTION) {
    const series = `generate_series(${from + 1}, ${from + PORTION}) n`;
    await set.query(`
      insert into accounts (id, email, password_hash, activated_at)
      select ${person('n')}, 'p' || n || '@people.test', '', now()
      from ${series}
      on conflict do nothing
    `);
    await set.query(`
      insert into people (id, name, surname, birth_date, is_listed, city, last_online_at)
      select ${person('n')}, 'Имя' || n % 300, 'Фамилия' || n % 5000, '1995-01-01', true,
        'Город ' || n % 40, now() - n % 1000 * interval '1 hour'
      from ${series}
      on conflict do nothing
    `);
    await set.query(`
      insert into game_statuses (game_id, user_id, status, id)
      select ${id('2000', '1 + (n * k * k) % 2000')}, ${person('n')}, 'playing', uuidv7()
      from ${series}
      cross join generate_series(1, 5) k
      on conflict do nothing
    `);
  }
  for (let k = 1; k <= 10; k += 1)
    await set.query(`
      with pairs as (
        select n as a, 1 + (n + ${k} * ${k} * 37) % ${MEMBERS} as b, uuidv7() as id
        from generate_series(1, ${MEMBERS}) n
      )
      insert into friendships (user_id, friend_id, id)
      select ${person('a')}, ${person('b')}, id
      from pairs
      union all
      select ${person('b')}, ${person('a')}, id
      from pairs
      on conflict do nothing
    `);
  await set.query(`
    with asking as (
      select p.id, (row_number() over (order by p.id))::int as place
      from people p
      join accounts a on a.id = p.id
      where a.email like 'm%'
      limit ${VIEWERS}
    ),
    pairs as (
      select asking.id as a, ${person(`1 + (place * 6007 + k * 211) % ${MEMBERS}`)} as b, uuidv7() as id
      from asking
      cross join generate_series(1, 40) k
    ),
    moved as (
      update people
      set city = 'Город ' || asking.place
      from asking
      where people.id = asking.id
    ),
    marked as (
      insert into game_statuses (game_id, user_id, status, id)
      select ${id('2000', '1 + (place * 97 + k * 13) % 2000')}, asking.id, 'playing', uuidv7()
      from asking
      cross join generate_series(1, 20) k
      on conflict do nothing
    )
    insert into friendships (user_id, friend_id, id)
    select a, b, id
    from pairs
    union all
    select b, a, id
    from pairs
    on conflict do nothing
  `);
  await set.query(`
    update people
    set friends_count = c.count
    from (select user_id, count(*)::int as count from friendships group by user_id) c
    where c.user_id = people.id
  `);
  await set.query('vacuum (analyze)');
  return set;
}

/** Measures suggested people among 100,000 members; returns what missed its goal. */
export async function measureSuggestions(
  start: (set: DataSet) => Promise<Program>,
  seconds: number,
): Promise<string[]> {
  const set = await openPeople();
  const ours = await start(set);
  try {
    const asking = await set.query<{ email: string }>(`
      select a.email
      from people p
      join accounts a on a.id = p.id
      where a.email like 'm%'
      order by p.id
      limit ${VIEWERS}
    `);
    const tokens: string[] = [];
    for (const { email } of asking)
      tokens.push((await signIn(ours.port, email, DEMO_PASSWORD)).token);
    let turn = 0;
    const lane = () =>
      requestOf('GET', '/api/people/suggested', tokens[(turn += 1) % tokens.length]!);
    await fire({ port: ours.port, seconds: 1, lanes: [lane] });
    const { p50, p99, rps, failed } = await fire({ port: ours.port, seconds, lanes: [lane] });
    console.log(
      `\nПредложения друзей, ${PEOPLE.title}, по одному запросу: p50 ${p50.toFixed(1)} мс, p99 ${p99.toFixed(1)} мс, ${rps.toFixed(0)} в секунду (цель p50 ${TARGET_MS} мс)`,
    );
    return [
      ...(failed > 0 ? [`Предложения: ответов не 200: ${failed}`] : []),
      ...(p50 > TARGET_MS
        ? [`Предложения: p50 ${p50.toFixed(1)} мс при цели ${TARGET_MS} мс`]
        : []),
    ];
  } finally {
    await ours.stop();
    await set.stop();
  }
}
