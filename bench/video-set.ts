import { DAY_MS } from '../packages/contract/src/durations.ts';
import { fileURLToPath } from 'node:url';
import { rankVideos } from '../packages/server/src/features/videohost/ranking.ts';
import { startServer } from '../packages/server/src/app/server.ts';
import { readConfig } from '../packages/server/src/platform/runtime/config.ts';
import { openSet, type DataSet } from './sets.ts';
import { WORDS } from './conversations.ts';

/**
 * The size of a set. `videos` is the number of videos and of games; there is one channel per
 * `PER_CHANNEL` videos.
 */
export type Size = {
  name: string;
  title: string;
  members: number;
  messages: number;
  videos: number;
};
export const FEW: Size = {
  name: 'videos-few',
  title: '5 000 видео и игр',
  members: 1_000,
  messages: 5_000,
  videos: 5_000,
};
export const MANY: Size = {
  name: 'videos',
  title: '100 000 видео и игр',
  members: 1_000,
  messages: 5_000,
  videos: 100_000,
};
const [PORTION, PER_CHANNEL] = [10_000, 5];
/**
 * What one member has, the same in both sets; and how many videos and games have comments, and how
 * many comments each of them has.
 */
const OWN = { subscriptions: 30, watched: 100, later: 40, likes: 20, playlists: 5, inPlaylist: 40 };
export const DISCUSSED = { things: 200, comments: 80 };
const [FROM, DAYS, DAY] = [Date.UTC(2025, 0), 300, DAY_MS];
const CATEGORIES = `(array['Гайды','Прохождения','Обзоры','Новости','Юмор','Разработка'])`;
const GENRES = `(array['Приключения','Боевик','Ролевая','Стратегия','Головоломка','Платформер','Гонки','Симулятор'])`;
const PICTURE = `'{"name":"00000000000000000000000000000000.webp","width":1280,"height":720,"thumbhash":"YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA"}'::jsonb`;

const KINDS = [
  'person',
  'channel',
  'video',
  'game',
  'version',
  'comment',
  'playlist',
  'row',
] as const;
type Kind = (typeof KINDS)[number];
/** Returns the id of the n-th object of a kind; later ones are newer, over 300 days. */
export const idOf = (kind: Kind, n: number, of: number): string => {
  const time = Math.floor(FROM + (n * DAYS * DAY) / of)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${String(KINDS.indexOf(kind)).padStart(3, '0')}-${n.toString(16).padStart(12, '0')}`;
};
const id = (kind: Kind, n: string, of: number) => `
  (
    select (substr(stamp, 1, 8) || '-' || substr(stamp,
      9) || '-7000-8${String(KINDS.indexOf(kind)).padStart(3, '0')}-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid
    from lpad(to_hex(floor(${FROM} + (${n})::numeric * ${DAYS * DAY} / ${of})::bigint), 12,
      '0') stamp
  )
`;
const words = `(array[${WORDS.map((word) => `'${word}'`).join(',')}])`;
/** A random word, the first ones more often; `n` makes it differ in each row. */
const word = (n: string) =>
  `${words}[1 + floor(${WORDS.length} * power(random(), 3))::int + 0 * (${n})::int]`;
const text = (n: string, count: number) =>
  `
    (
      select string_agg(${word('k')}, ' ')
      from generate_series(1, ${count}) k
      where (${n}) is not null
    )
  `;

/**
 * Opens a set of the video host and of the catalogue, filled by statements the first time. Views
 * are dated in the last days, and the product's own job computes the popular videos: `ranked` is
 * how many seconds that took.
 */
export async function openVideos(size: Size): Promise<{ set: DataSet; ranked: number }> {
  const set = await openSet(size);
  // The totals are written last: if these exist, everything does.
  const [{ has }] = (await set.query<{ has: boolean }>(
    `select coalesce(sum(videos), 0) > ${size.videos / 2} as has from video_totals`,
  )) as [{ has: boolean }];
  if (!has) await fill(set, size.videos);
  await set.query(
    `
      update video_days
      set day = day + (select (now() at time zone 'UTC')::date - max(day) from video_days)
      where (select max(day) from video_days) < (now() at time zone 'UTC')::date
    `,
  );
  return { set, ranked: await rank(set) };
}
async function rank(set: DataSet): Promise<number> {
  const config = readConfig({
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    DATA_DIR: set.dataDir,
  });
  const server = await startServer(config, set.url, {
    print: () => {},
    siteDir: fileURLToPath(new URL('../packages/web/dist', import.meta.url)),
  });
  try {
    const since = performance.now();
    await rankVideos(server.context);
    return (performance.now() - since) / 1000;
  } finally {
    await server.stop();
  }
}

async function fill(set: DataSet, count: number): Promise<void> {
  const channels = count / PER_CHANNEL;
  const print = (line: string) => console.log(`  ${line}`);
  const parts = async (make: (from: number, to: number) => string, of = count) => {
    for (let from = 1; from <= of; from += PORTION)
      await set.query(make(from, Math.min(of, from + PORTION - 1)));
  };
  const v = (n: string) => id('video', n, count);
  const person = (n: string) => id('person', n, channels);
  /** Most videos belong to the first channels. */
  const channelOf = (n: string) =>
    `(1 + floor(${channels} * power((${n}) * 7919 % ${count} / ${count}.0, 2)))::int`;
  const members = `
    (
      select id, row_number() over (order by id)::int as m
      from accounts
      where email like 'm%@%'
    )
  `;
  print('каналы');
  await set.query(
    'truncate video_channels, games, game_labels, video_totals, video_picks, video_playlists cascade',
  );
  await set.query(`delete from reaction_objects where kind in ('video', 'game')`);
  await set.query(`delete from people where name = 'Игрок' and surname = 'Толпы'`);
  await set.query(`delete from accounts where email like '%@crowd.test'`);
  await set.query(
    `
      insert into accounts (id, email, password_hash, activated_at)
      select ${person('n')}, n || '@crowd.test', '', now()
      from generate_series(1, ${channels}) n
    `,
  );
  await set.query(
    `
      insert into people (id, name, surname, birth_date, is_listed)
      select ${person('n')}, 'Игрок', 'Толпы', '1990-01-01', false
      from generate_series(1, ${channels}) n
    `,
  );
  await set.query(
    `
      insert into video_channels (id, name, description, category, admin_id)
      select ${id('channel', 'n', channels)}, ${word('n')} || ' ' || ${word('n')}, ${text('n', 8)},
        ${CATEGORIES}[1 + n % 6], ${person('n')}
      from generate_series(1, ${channels}) n
    `,
  );
  print('видео');
  await parts(
    (from, to) => `
      insert into videos (
        id, channel_id, owner_id, author_id, title, description, category, preview, source,
        container, plays, width, height, duration, state, ladder, audience, is_told, created_at
      )
      select ${v('n')},
        ${id('channel', 'c', channels)},
        ${person('c')},
        ${person('c')},
        ${text('n', 3)},
        ${text('n', 12)},
        ${CATEGORIES}[1 + n % 6],
        ${PICTURE},
        md5(n::text) || '.mp4',
        'mp4',
        true,
        1280,
        720,
        60 + n % 900,
        'ready',
        'done',
        case when n % 20 = 0 then 'link' else 'all' end,
        true,
        to_timestamp((${FROM} + n::numeric * ${DAYS * DAY} / ${count}) / 1000)
      from (select n, ${channelOf('n')} as c from generate_series(${from}, ${to}) n) placed
    `,
  );
  await set.query(
    `
      insert into reaction_objects (id, kind, owner_id)
      select id, 'video', owner_id
      from videos
      on conflict do nothing
    `,
  );
  print('игры');
  await parts(
    (from, to) => `
      insert into games (
        id, name, description, genres, tags, preview, version, rating_sum, votes, downloads,
        versions, created_at
      )
      select ${id('game', 'n', count)},
        ${text('n', 2)},
        ${text('n', 14)},
        array[${GENRES}[1 + n % 8],
        ${GENRES}[1 + (n + 1 + n / 8 % 6) % 8]],
        array['метка ' || n % 50,
        'редкая ' || n % ${count / 50}],
        ${PICTURE},
        '1.0',
        (60 + n * 31 % 40) * (1 + n % 5),
        60 + n * 31 % 40,
        n * 7919 % 90001,
        1,
        to_timestamp((${FROM} + n::numeric * ${DAYS * DAY} / ${count}) / 1000)
      from generate_series(${from}, ${to}) n
    `,
  );
  await set.query(
    `
      insert into game_versions (id, game_id, version, file)
      select ${id('version', 'n', count)}, ${id('game', 'n', count)}, '1.0', md5('g' || n) || '.apk'
      from generate_series(1, ${count}) n
    `,
  );
  await set.query(
    `
      insert into game_labels (name, is_genre, games)
      select l, l = any(${GENRES}), count(*)
      from games, unnest(labels) l
      group by 1, 2
      on conflict (name) do update set games = excluded.games
    `,
  );
  await set.query(
    `
      insert into reaction_objects (id, kind)
      select id, 'game'
      from games
      on conflict do nothing
    `,
  );
  print('что делали участники');
  const newest = (kind: 'video' | 'game') =>
    (kind === 'video' ? v : (n: string) => id('game', n, count))(`${count} - t * 7 + 3`);
  for (const [index, kind] of (['video', 'game'] as const).entries()) {
    await set.query(`
      insert into comments (id, object_id, author_id, text, created_at)
      select ${id('comment', `c * 1000 + t + ${index * 500}`, 1_000 * (DISCUSSED.comments + 1))},
        ${newest(kind)}, ${person(`1 + (t * 31 + c * 7) % ${channels}`)}, ${text('c', 8)}, now()
      from generate_series(1, ${DISCUSSED.things}) t, generate_series(1, ${DISCUSSED.comments}) c
    `);
  }
  await set.query(
    `
      update reaction_objects o
      set comments = c.count
      from (select object_id, count(*) as count from comments group by 1) c
      where c.object_id = o.id
    `,
  );
  const own = (table: string, each: number, step: number) =>
    `
      insert into ${table} (user_id, video_id, id)
      select id, ${v(`1 + (m * 997 + t * ${step}) % ${count}`)},
        ${id('row', `t * 10000 + m`, 10_000 * (each + 1))}
      from ${members} w
      cross join generate_series(1, ${each}) t
      on conflict do nothing
    `;
  await set.query(own('video_watches', OWN.watched, 61));
  await set.query(own('video_later', OWN.later, 83));
  await set.query(
    `
      insert into channel_subscriptions (user_id, channel_id, id)
      select id, ${id('channel', `1 + (m * 37 + t * 29) % ${channels}`, channels)},
        ${id('row', 't * 10000 + m', 10_000 * (OWN.subscriptions + 1))}
      from ${members} w
      cross join generate_series(1, ${OWN.subscriptions}) t
      on conflict do nothing
    `,
  );
  await set.query(
    `
      insert into video_playlists (id, owner_id, name)
      select ${id('playlist', 'm * 100 + t', 200_000)}, id, 'Плейлист ' || t
      from ${members} w
      cross join generate_series(1, ${OWN.playlists}) t
    `,
  );
  await set.query(
    `
      insert into video_playlist_items (playlist_id, video_id, id)
      select p.id, ${v(`1 + (p.n * 991 + t * 53) % ${count}`)},
        ${id('row', 't * 100000 + p.n', 100_000 * (OWN.inPlaylist + 1))}
      from (select id, row_number() over (order by id) as n from video_playlists) p
      cross join generate_series(1, ${OWN.inPlaylist}) t
      on conflict do nothing
    `,
  );
  print('что смотрела толпа');
  // Ten users watch and five like each video; the members like what many like.
  for (let turn = 0; turn < 10; turn += 1) {
    await parts(
      (from, to) =>
        `
          insert into video_watches (user_id, video_id, id, viewed_on)
          select ${person(`1 + (n * 13 + ${turn} * 17) % ${channels}`)}, ${v('n')},
            ${id('row', `n * 10 + ${turn}`, count * 10)}, null
          from generate_series(${from}, ${to}) n
          on conflict do nothing
        `,
    );
    if (turn % 2 === 0)
      await parts(
        (from, to) =>
          `
            insert into likes (object_id, user_id, created_at)
            select ${v('n')}, ${person(`1 + (n * 13 + ${turn} * 17) % ${channels}`)}, now()
            from generate_series(${from}, ${to}) n
            on conflict do nothing
          `,
      );
    if (turn < 5)
      await parts(
        (from, to) =>
          `
            insert into video_days (video_id, day, views)
            select ${v('n')}, (now() at time zone 'UTC')::date - ${turn * 5}, 1 + n * 7919 % 400
            from generate_series(${from}, ${to}) n
            where n % 5 >= ${turn} or n % 3 = 0
          `,
      );
  }
  await set.query(
    `
      insert into likes (object_id, user_id, created_at)
      select ${v(`1 + (m * 997 + t * 122) % ${count}`)}, id, now()
      from ${members} w
      cross join generate_series(1, ${OWN.likes}) t
      on conflict do nothing
    `,
  );
  await set.query(
    `
      insert into channel_subscriptions (user_id, channel_id, id)
      select ${person('n')},
        ${id('channel', `1 + floor(${channels} * power((n * 31 + t * 7919) % ${channels} / ${channels}.0, 3))::int`, channels)},
        ${id('row', 't * 100000 + n', 1_100_000)}
      from generate_series(1, ${channels}) n, generate_series(1, 10) t
      on conflict do nothing
    `,
  );
  print('счётчики');
  await set.query(
    `
      update reaction_objects o
      set likes = l.count
      from (select object_id, count(*) as count from likes group by 1) l
      where l.object_id = o.id and o.kind = 'video'
    `,
  );
  await set.query(
    `
      update videos v
      set views = d.views
      from (select video_id, sum(views) as views from video_days group by 1) d
      where d.video_id = v.id
    `,
  );
  await set.query(
    `
      update video_channels c
      set subscribers_count = (
        select count(*)
        from channel_subscriptions s
        where s.channel_id = c.id
      ),
        videos_count = (
          select count(*)
          from videos v
          where v.channel_id = c.id and v.listed
        )
    `,
  );
  await set.query('vacuum (analyze)');
  await set.query(
    `
      insert into video_totals (category, videos)
      select category, count(*)
      from videos
      where listed
      group by category
    `,
  );
}
/** Returns one playlist of each member who has some. */
export const ownPlaylists = async (set: DataSet): Promise<Map<string, string>> =>
  new Map(
    (
      await set.query<{ owner_id: string; id: string }>(
        'select distinct on (owner_id) owner_id, id from video_playlists order by owner_id, id desc',
      )
    ).map((row) => [row.owner_id, row.id]),
  );
