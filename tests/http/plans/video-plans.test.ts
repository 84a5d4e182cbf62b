import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/driver.ts';
import { seedRows, idSql, planProblemsOf, members } from '../../support/query-plans.ts';
import { patient } from '../../support/patience.ts';
import { CHANNEL, COMMENT, LIST, LISTS, PERSON, ROW, VIDEO } from './video-lists.ts';

/** Tables with many rows: lists never scan or sort them as a whole. */
const BIG = [
  'people',
  'video_channels',
  'channel_subscriptions',
  'videos',
  'video_watches',
  'video_days',
  'video_later',
  'video_playlist_items',
  'likes',
  'comments',
  'search_words',
  'search_places',
];
let app: TestApp;
const CATEGORIES = sql.raw(`array['Гайды','Прохождения','Обзоры','Новости','Юмор','Разработка']`);

/**
 * 6,000 people, 6,000 channels, 24,000 videos; the first channel has 1,800 of them and 5,000
 * subscribers; the first person subscribes to 400 channels and has watched 3,000 videos.
 */
beforeAll(async () => {
  app = await startTestApp();
  const lists = ['video_watches', 'video_later'] as const;
  await seedRows(app, [
    ...members(PERSON, 6000),
    sql`
      insert into video_channels (id, name, description, category, admin_id, subscribers_count)
      select ${idSql(CHANNEL, 'n')},
        'Канал ' || n,
        (array['Рейды','Закаты','Бегуны','Маяк'])[1 + n % 4] || ' ' || n % 997 || repeat(' и ещё раз о том же', 12),
        (${CATEGORIES})[1 + n % 6],
        ${idSql(PERSON, 'n')},
        n % 500
      from generate_series(1, 6000) n
    `,
    sql`
      insert into channel_helpers (channel_id, user_id)
      select ${idSql(CHANNEL, '1 + n % 3000')}, ${idSql(PERSON, '1 + n % 5000')}
      from generate_series(1, 6000) n
      on conflict do nothing
    `,
    sql`
      insert into channel_subscriptions (channel_id, user_id, id)
      select ${idSql(CHANNEL, '1')}, ${idSql(PERSON, 'n')}, ${idSql(ROW, 'n')}
      from generate_series(1, 5000) n
      union all
      select ${idSql(CHANNEL, '1 + n')}, ${idSql(PERSON, '1')}, ${idSql(ROW, '6000 + n')}
      from generate_series(1, 400) n
      union all
      select ${idSql(CHANNEL, '500 + n % 3000')}, ${idSql(PERSON, '2 + n % 5990')},
        ${idSql(ROW, '10000 + n')}
      from generate_series(1, 20000) n
      on conflict do nothing
    `,
    // In parts, because the time of one statement is limited.
    ...[0, 1, 2, 3].map(
      (part) => sql`
        insert into videos (
          id, channel_id, owner_id, title, description, category, source, container, plays, width,
          height, duration, state, ladder, audience, popularity
        )
        select ${idSql(VIDEO, 'n')},
          ${idSql(CHANNEL, 'c')},
          ${idSql(PERSON, 'c')},
          'Видео ' || n,
          (array['Рейды','Закаты','Бегуны','Маяк'])[1 + n % 4] || ' ' || n % 997 || repeat(' и ещё раз о том же', 4),
          (${CATEGORIES})[1 + n % 6],
          n || '.mp4',
          'mp4',
          true,
          640,
          360,
          60,
          case when n % 50 = 0 then 'processing' else 'ready' end,
          'done',
          case when n % 20 = 0 then 'link' else 'all' end,
          (n * 7919) % 1000
        from (
          select n, case when n % 13 = 0 then 1 else 1 + (n * 7919) % 3999 end as c
          from generate_series(${sql.lit(part * 6_000 + 1)}, ${sql.lit((part + 1) * 6_000)}) n
        ) numbered
      `,
    ),
    sql`
      insert into video_totals (category, videos)
      select category, count(*)
      from videos
      where listed
      group by category
    `,
    ...lists.map(
      (table) => sql`
        insert into ${sql.table(table)} (user_id, video_id, id)
        select ${idSql(PERSON, '1')}, ${idSql(VIDEO, 'n * 3')}, ${idSql(ROW, '50000 + n')}
        from generate_series(1, 3000) n
        union all
        select ${idSql(PERSON, '2 + n % 5990')}, ${idSql(VIDEO, '1 + (n * 31) % 24000')},
          ${idSql(ROW, '60000 + n')}
        from generate_series(1, 30000) n
        on conflict do nothing
      `,
    ),
    sql`
      insert into video_playlists (id, owner_id, name)
      select ${idSql(LIST, 'n')}, ${idSql(PERSON, '1 + n % 4000')}, 'Плейлист'
      from generate_series(1, 8000) n
    `,
    sql`
      insert into video_playlist_items (playlist_id, video_id, id)
      select ${idSql(LIST, '1')}, ${idSql(VIDEO, 'n')}, ${idSql(ROW, '200000 + n')}
      from generate_series(1, 3000) n
      union all
      select ${idSql(LIST, '2 + n % 7000')}, ${idSql(VIDEO, '1 + (n * 17) % 24000')},
        ${idSql(ROW, '210000 + n')}
      from generate_series(1, 30000) n
      on conflict do nothing
    `,
    sql`
      insert into reaction_objects (id, kind, owner_id)
      select id, 'video', owner_id
      from videos
    `,
    sql`
      insert into likes (object_id, user_id)
      select ${idSql(VIDEO, '1 + (n * 29) % 24000')}, ${idSql(PERSON, '1 + n % 5999')}
      from generate_series(1, 40000) n
      on conflict do nothing
    `,
    sql`
      insert into comments (id, object_id, author_id, text, second, likes)
      select ${idSql(COMMENT, 'n')},
        ${idSql(VIDEO, 'case when n % 4 = 0 then 1 else 1 + n % 900 end')},
        ${idSql(PERSON, '1 + n % 6000')}, 'Да', case when n % 2 = 0 then n % 60 end, n % 40
      from generate_series(1, 30000) n
    `,
  ]);
}, patient(180_000));
afterAll(() => app.stop());

test.each(LISTS)('%s uses an index', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});
