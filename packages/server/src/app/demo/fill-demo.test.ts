import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as profile from '@respa/contract/profile';
import { Caller, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { fillDemo } from './fill-demo.ts';
import { DEMO_PASSWORD } from './members.ts';
import { patient } from '#tests/support/patience.ts';

const day = new Date('2026-06-01T00:00:00Z');
let app: TestApp;
beforeAll(async () => {
  // Video renditions are tested where they are made.
  app = await startTestApp({ FFMPEG: 'off' });
  await fillDemo(app.server.context, { members: 30, day });
}, patient(180_000));
afterAll(() => app.stop());

const ask = async <T>(text: string, of = app): Promise<T[]> =>
  (await sql.raw<T>(text).execute(of.server.context.db)).rows;

test.each([
  [
    'friends',
    `
      select p.id
      from people p
      where friends_count <> (
        select count(*)
        from friendships f
        where f.user_id = p.id
      )
    `,
  ],
  [
    'posts',
    `
      select p.id
      from people p
      where posts_count <> (select count(*) from posts where author_id = p.id)
    `,
  ],
  [
    'reaction objects of posts',
    `
      select id
      from posts
      where id not in (select id from reaction_objects where kind = 'userpost')
    `,
  ],
  [
    'subscriptions of people',
    `
      select p.id
      from people p
      where subscribes_count <> (
        select count(*)
        from public_subscriptions
        where user_id = p.id
      )
    `,
  ],
  [
    'subscribers of communities',
    `
      select p.id
      from publics p
      where subscribers_count <> (
        select count(*)
        from public_subscriptions
        where public_id = p.id
      )
        or not exists (
          select
          from public_subscriptions
          where public_id = p.id and user_id = p.admin_id
        )
    `,
  ],
  [
    'articles of communities',
    `
      select p.id
      from publics p
      where posts_count <> (
        select count(*)
        from public_posts
        where public_id = p.id and state = 'published'
      )
    `,
  ],
  [
    'reaction objects of articles',
    `
      select id
      from public_posts
      where state = 'published'
        and id not in (
          select id
          from reaction_objects
          where kind = 'publicpost' and owner_id is null
        )
    `,
  ],
  [
    'pictures of articles',
    `
      select a.id
      from public_posts a
      where jsonb_array_length(pictures) = 0
        or exists (
          select
          from jsonb_array_elements(pictures) p
          where not exists (
            select
            from media_files
            where folder = 'publicposts' and scope_id = a.id and name = p ->> 'name'
          )
        )
    `,
  ],
  [
    'views of ads',
    `
      select c.id
      from classifieds c
      where looks <> (select count(*) from classified_looks where ad_id = c.id)
    `,
  ],
  [
    'pictures of ads',
    `
      select c.id
      from classifieds c
      where exists (
        select
        from jsonb_array_elements(pictures) p
        where not exists (
          select
          from media_files
          where folder = 'ads' and scope_id = c.id and name = p ->> 'name'
        )
      )
    `,
  ],
  [
    'likes',
    `
      select o.id
      from reaction_objects o
      where likes <> (select count(*) from likes where object_id = o.id)
    `,
  ],
  [
    'comments',
    `
      select o.id
      from reaction_objects o
      where comments <> (select count(*) from comments where object_id = o.id)
    `,
  ],
  [
    'positions of messages',
    `
      select r.id
      from rooms r
      where position <> (select count(*) from messages where room_id = r.id)
        or position <> (select max(position) from messages where room_id = r.id)
    `,
  ],
  [
    'newest messages',
    `
      select m.room_id
      from room_members m
      join rooms r on r.id = m.room_id
      where not exists (
        select
        from messages
        where room_id = r.id and id = coalesce(r.touched, m.touched) and position = r.position
      )
    `,
  ],
  [
    'unread',
    `
      select m.room_id
      from room_members m
      where unread <> (
        select count(*)
        from messages x
        where x.room_id = m.room_id
          and x.user_id <> m.user_id
          and x.system is null
          and x.position > greatest(m.read_position, m.joined_position)
      )
    `,
  ],
  [
    'ads',
    `
      select p.id
      from promos p
      where (views, clicks) <> (
        select count(*) filter (where viewed), count(*) filter (where clicked)
        from promo_seen
        where promo_id = p.id
      )
    `,
  ],
  [
    'friendships stored in both directions',
    `
      select a.id
      from friendships a
      where not exists (
        select
        from friendships b
        where b.user_id = a.friend_id and b.friend_id = a.user_id and b.id = a.id
      )
    `,
  ],
])('counters are right: %s', async (_, text) => {
  expect(await ask(text)).toEqual([]);
});

test('creates some of everything', async () => {
  const [counts] = await ask<Record<string, number>>(`
    select (select count(*) from people where is_listed) as people,
      (select count(*) from messages) as messages,
      (select count(*) from friend_requests) as requests,
      (select count(*) from notifications) as notices,
      (select count(*) from media_files) as pictures,
      (select count(*) from messages where edited_at is not null) as edited,
      (select count(*) from publics) as publics,
      (select count(*) from classifieds) as ads,
      (select count(*) from classifieds where has_pictures) as pictured,
      (select count(*) from promos) as promos
  `);
  expect(counts).toMatchObject({
    people: 36,
    requests: 3,
    edited: 1,
    publics: 6,
    ads: 32,
    pictured: 20,
    promos: 7,
  });
  expect(counts!['messages']).toBeGreaterThan(300);
  expect(counts!['notices']).toBeGreaterThan(10);
  expect(counts!['pictures']).toBeGreaterThan(15);
});

test('shows the posts of a generated community with their pictures', async () => {
  const [article] = await ask<{ id: string; name: string }>(
    `
      select a.id, a.pictures -> 0 ->> 'name' as name
      from public_posts a
      join accounts c on c.id = a.author_id
      where c.email like 'm%'
      order by a.id
      limit 1
    `,
  );
  for (const rendition of ['', '-640', '-160']) {
    const answer = await fetch(
      `${app.url}/media/publicposts/${article!.name.replace('.webp', `${rendition}.webp`)}`,
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
});

test('sorts notices by date', async () => {
  expect(
    await ask(
      `
        select title, created_at
        from (
          select title, created_at,
            lead(created_at) over (partition by to_id order by id desc) as before
          from notifications
        ) n
        where before > created_at + interval '1 second'
      `,
    ),
  ).toEqual([]);
});

test('lets the gamers and the members sign in with the one password', async () => {
  for (const email of ['kornilov@demo.respa', 'm30@demo.respa']) {
    const { token, userId } = await app.nobody.call(account.login, {
      body: { email, password: DEMO_PASSWORD },
    });
    const caller = new Caller(app.url, { token, id: userId });
    const shown = await caller.call(profile.profile, { params: { id: userId } });
    expect(shown.user.friendsCount).toBe(shown.counts.friends);
    const { rooms } = await caller.call(chats.rooms);
    expect(email.startsWith('kornilov') && rooms.length < 2).toBe(false);
  }
});

// Two more runs of the seeding: only in the long tests.
for (const members of process.env['RESPA_LONG_TESTS'] === '1' ? [30] : [])
  test(
    'seeds another fresh database identically, and reseeds only a demo database',
    { timeout: patient(120_000) },
    async () => {
      const other = await startTestApp();
      try {
        await fillDemo(other.server.context, { members, day });
        const texts = [
          `
            select id, name, surname, birth_date, city, about_me, friends_count, posts_count
            from people
            order by id
          `,
          `
            select user_id, friend_id
            from friendships
            order by 1, 2
          `,
          `
            select author_id, text, created_at
            from posts
            order by created_at, text
          `,
          `
            select position, user_id, text, system ->> 'kind' as kind, created_at, edited_at
            from messages
            order by created_at, position, text
          `,
          `
            select from_id, to_id, type, created_at
            from notifications
            order by created_at, from_id, to_id
          `,
          `
            select author_id, text, created_at
            from comments
            order by created_at, text
          `,
        ];
        for (const text of texts) expect(await ask(text, other)).toEqual(await ask(text));
        await fillDemo(other.server.context, { members: 3, day });
        expect(await ask(`select count(*)::int as people from people`, other)).toEqual([
          { people: 9 },
        ]);
      } finally {
        await other.stop();
      }
    },
  );

test('leaves a database with real people unchanged', async () => {
  const other = await startTestApp();
  try {
    await other.join('Анна');
    await expect(fillDemo(other.server.context, { members: 3, day })).rejects.toThrow(
      'уже есть люди',
    );
  } finally {
    await other.stop();
  }
});

test.each(['posts', 'public_posts', 'videos', 'classifieds'])(
  'the newest of the %s are the last created, and none is from the future',
  async (table) => {
    const rows = await ask<{ created_at: Date; before: Date | null }>(`
      select created_at, lag(created_at) over (order by id) as before
      from ${table}
    `);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ created_at, before }) => before !== null && before > created_at)).toEqual(
      [],
    );
    expect(rows.filter(({ created_at }) => created_at > day)).toEqual([]);
  },
);

test('a game can be downloaded, and the landing page offers an app', async () => {
  const [landing] = await ask<{ version: string; package: string }>(
    'select version, package from games where is_landing',
  );
  expect(landing).toEqual({ version: '0.9.2', package: 'ru.respa.pocket' });
});
