import sharp from 'sharp';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { signIn } from './calls.ts';
import type { Program } from './programs.ts';
import { openSet, READERS, type DataSet } from './sets.ts';
import { percentiles } from './volley.ts';

const SUBSCRIBERS = 100_000;
const TARGET_MS = 100;
const [GREAT, SMALL] = [
  { id: '01890000-0000-7000-8000-00000d000001', name: 'Столица' },
  { id: '01890000-0000-7000-8000-00000d000002', name: 'Хутор' },
];
const WRITER = 'm1';

/** Opens the set of the large community, filled by statements the first time. */
export async function openReaders(): Promise<DataSet> {
  const set = await openSet(READERS);
  const [{ has }] = (await set.query<{ has: boolean }>(
    `select exists (select from publics where id = '${GREAT.id}') as has`,
  )) as [{ has: boolean }];
  if (has) return set;
  const seedRows = `('01890000-0000-7000-8000-00000e' || lpad(to_hex(n), 6, '0'))::uuid`;
  await set.query(
    `
      insert into accounts (id, email, password_hash, activated_at)
      select ${seedRows}, n || '@crowd.test', '', now()
      from generate_series(1, ${SUBSCRIBERS}) n
    `,
  );
  await set.query(
    `
      insert into people (id, name, surname, birth_date, is_listed, subscribes_count)
      select ${seedRows}, 'Игрок', 'Толпы', '1990-01-01', true, 1
      from generate_series(1, ${SUBSCRIBERS}) n
    `,
  );
  for (const { id, name } of [GREAT, SMALL]) {
    await set.query(
      `
        insert into publics (id, name, admin_id, subscribers_count)
        select '${id}', '${name}', id, 1
        from accounts
        where email like '${WRITER}@%'
      `,
    );
    await set.query(
      `
        insert into public_subscriptions (public_id, user_id, id)
        select '${id}', id, uuidv7()
        from accounts
        where email like '${WRITER}@%'
      `,
    );
  }
  await set.query(
    `
      update people
      set subscribes_count = subscribes_count + 2
      from accounts a
      where a.id = people.id and a.email like '${WRITER}@%'
    `,
  );
  await set.query(
    `
      insert into public_subscriptions (public_id, user_id, id)
      select '${GREAT.id}', ${seedRows}, uuidv7()
      from generate_series(1, ${SUBSCRIBERS}) n
    `,
  );
  await set.query(
    `
      update publics
      set subscribers_count = subscribers_count + ${SUBSCRIBERS}
      where id = '${GREAT.id}'
    `,
  );
  await set.query('vacuum (analyze)');
  return set;
}

/**
 * Measures the response time of a new article in a community of 100,000 readers and in one of a
 * single reader.
 */
export async function measurePublication(
  ours: Program,
  set: DataSet,
  articles: number,
): Promise<string[]> {
  const [{ email }] = (await set.query<{ email: string }>(
    `
      select email
      from accounts
      where email like '${WRITER}@%'
    `,
  )) as [{ email: string }];
  const authorization = `Bearer ${(await signIn(ours.port, email, DEMO_PASSWORD)).token}`;
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const picture = await sharp({
    create: { width: 640, height: 400, channels: 3, background: '#406080', noise },
  })
    .blur(3)
    .jpeg()
    .toBuffer();
  const times = new Map<string, number[]>([GREAT, SMALL].map(({ id }) => [id, []]));
  const write = async (id: string): Promise<number> => {
    const form = new FormData();
    form.append('title', 'Итоги недели');
    form.append(
      'file0',
      new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }),
      'picture.jpg',
    );
    const since = performance.now();
    const answer = await fetch(`http://127.0.0.1:${ours.port}/api/public/createpost/${id}`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    const { post } = (await answer.json()) as { post?: { _id: string } };
    const took = performance.now() - since;
    if (post === undefined) throw new Error(`an article is answered with ${answer.status}`);
    await fetch(`http://127.0.0.1:${ours.port}/api/public/deletepost/${post._id}`, {
      method: 'DELETE',
      headers: { authorization },
    });
    return took;
  };
  for (const { id } of [GREAT, SMALL]) await write(id);
  for (let turn = 0; turn < articles; turn += 1)
    for (const [id, list] of times) list.push(await write(id));
  const [great, small] = [GREAT, SMALL].map(({ id }) => percentiles(times.get(id)!)) as [
    ReturnType<typeof percentiles>,
    ReturnType<typeof percentiles>,
  ];
  console.log(
    `\nНовый пост группы с картинкой, ${articles} раз: подписчиков ${SUBSCRIBERS.toLocaleString('ru-RU')} — p50 ${great.p50.toFixed(1)} мс, p99 ${great.p99.toFixed(1)} мс; один подписчик — p50 ${small.p50.toFixed(1)} мс, p99 ${small.p99.toFixed(1)} мс`,
  );
  return great.p99 > TARGET_MS
    ? [`Новый пост группы: p99 ${great.p99.toFixed(1)} мс при цели ${TARGET_MS}`]
    : [];
}
