import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countChannels,
  findChannel,
  findNamed,
  gatherChannels,
  pickChannels,
  pickHelped,
  pickSubscribed,
  pickSubscribers,
} from '../../../packages/server/src/features/videohost/channels/channel-queries.ts';
import {
  countFound,
  pickListed,
  pickOfChannel,
  filterListed,
  filterVisible,
} from '../../../packages/server/src/features/videohost/list-queries.ts';
import {
  pickHistory,
  pickLater,
  countNewOfSubscriptions,
  pickSubscribedVideos,
} from '../../../packages/server/src/features/videohost/watching/member-list-queries.ts';
import {
  pickItems,
  pickPlaylists,
} from '../../../packages/server/src/features/videohost/watching/playlists.ts';
import { PICKERS } from '../../../packages/server/src/features/videohost/ranking-queries.ts';
import {
  countListed,
  findVideo,
  gatherOwn,
  gatherVideos,
  pickWritten,
} from '../../../packages/server/src/features/videohost/video-queries.ts';
import { pickMoments } from '../../../packages/server/src/features/reactions/comment-list-queries.ts';
import { firstIdOf } from '../../../packages/server/src/platform/runtime/ids.ts';
import { startTestApp, type TestApp } from '../../support/driver.ts';
import {
  seedRows,
  idOf as id,
  idSql,
  planProblemsOf,
  members,
  type Listing,
} from '../../support/query-plans.ts';
import { patient } from '../../support/patience.ts';

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
const [PERSON, CHANNEL, VIDEO, ROW, LIST, COMMENT] = [1, 2, 3, 4, 5, 6];
const [me, channel, video, list] = [id(PERSON, 1), id(CHANNEL, 1), id(VIDEO, 1), id(LIST, 1)];
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

const some = Array.from({ length: 25 }, (_, turn) => id(VIDEO, turn + 1));
const walk = { skip: 0, limit: 25 };
const LISTS: [string, Listing][] = [
  ['a channel', (on) => findChannel(on, channel, me)],
  ['a channel by its name', (on) => findNamed(on, 'канал 77', me)],
  [
    'cards of channels',
    (on) =>
      gatherChannels(
        on,
        me,
        Array.from({ length: 25 }, (_, turn) => id(CHANNEL, turn + 1)),
      ),
  ],
  ['channels', (on) => pickChannels(on, me, { folded: '', ...walk })],
  [
    'channels far down',
    (on) => pickChannels(on, me, { folded: '', before: id(CHANNEL, 900), ...walk }),
  ],
  ['channels found by a search', (on) => pickChannels(on, me, { folded: 'маяк 49', ...walk })],
  ['channels found by a word', (on) => pickChannels(on, me, { folded: '99', ...walk })],
  ['channels found by a part of words', (on) => pickChannels(on, me, { folded: '499', ...walk })],
  ['channels found by a common word', (on) => pickChannels(on, me, { folded: 'раз', ...walk })],
  [
    'channels found by a word, far down',
    (on) =>
      pickChannels(on, me, {
        folded: 'маяк',
        category: 'Гайды',
        before: id(CHANNEL, 903),
        ...walk,
      }),
  ],
  [
    'channels of a category',
    (on) => pickChannels(on, me, { folded: '', category: 'Юмор', ...walk }),
  ],
  ['the count of channels', (on) => countChannels(on, { folded: '' }, 1_000)],
  ['channels that a member helps', (on) => pickHelped(on, me)],
  ['subscribers of a channel', (on) => pickSubscribers(on, channel, { limit: 101 })],
  [
    'subscriptions of a member',
    (on) => pickSubscribed(on, me, { before: id(ROW, 6_300), ...walk }),
  ],
  ['a video', (on) => findVideo(on, video)],
  ['cards of videos', (on) => gatherVideos(on, me, some)],
  ['own likes and positions', (on) => gatherOwn(on, me, some)],
  ['new videos', (on) => pickListed(on, me, { by: 'new', ...walk })],
  [
    'new videos far down',
    (on) => pickListed(on, me, { by: 'new', before: id(VIDEO, 900), ...walk }),
  ],
  [
    'new videos since a date',
    (on) => pickListed(on, me, { by: 'new', since: firstIdOf(Date.parse('2090-01-01')), ...walk }),
  ],
  ['popular videos', (on) => pickListed(on, me, { by: 'popular', ...walk })],
  [
    'popular videos far down',
    (on) => pickListed(on, me, { by: 'popular', before: id(VIDEO, 900), ...walk }),
  ],
  ['a category', (on) => pickListed(on, me, { by: 'new', category: 'Юмор', ...walk })],
  [
    'similar videos far down',
    (on) =>
      pickListed(on, me, { by: 'popular', category: 'Юмор', before: id(VIDEO, 904), ...walk }),
  ],
  [
    'the newest unseen videos',
    (on) => pickListed(on, me, { by: 'new', without: some, unseenBy: me, ...walk }),
  ],
  [
    'videos found by a search',
    (on) => pickListed(on, me, { by: 'new', folded: 'маяк 499', ...walk }),
  ],
  ['videos found by a word', (on) => pickListed(on, me, { by: 'new', folded: '499', ...walk })],
  [
    'videos found by a common word',
    (on) => pickListed(on, me, { by: 'new', folded: 'маяк', ...walk }),
  ],
  [
    'videos found by a common word, far down',
    (on) =>
      pickListed(on, me, {
        by: 'new',
        folded: 'закаты',
        category: 'Юмор',
        before: id(VIDEO, 900),
        ...walk,
      }),
  ],
  [
    'the most watched videos found by a word',
    (on) => pickListed(on, me, { by: 'popular', folded: '499', ...walk }),
  ],
  ['a search without results', (on) => pickListed(on, me, { by: 'new', folded: 'кщщ', ...walk })],
  ['the count of a search', (on) => countFound(on, { folded: 'маяк 499' }, 1_000)],
  [
    'the count since a date',
    (on) => countFound(on, { folded: '', since: firstIdOf(Date.parse('2020-01-01')) }, 1_000),
  ],
  ['the count of videos', (on) => countListed(on, undefined)],
  [
    'videos of a channel',
    (on) => pickOfChannel(on, channel, { sees: 'listed', folded: '', ...walk }),
  ],
  [
    'all videos of a channel far down',
    (on) =>
      pickOfChannel(on, channel, { sees: 'all', folded: '', before: id(VIDEO, 14_000), ...walk }),
  ],
  [
    'the number of new videos of subscriptions',
    (on) => countNewOfSubscriptions(on, me, id(VIDEO, 9_000), 100),
  ],
  ['videos of subscriptions', (on) => pickSubscribedVideos(on, me, undefined, 25)],
  ['videos of subscriptions far down', (on) => pickSubscribedVideos(on, me, id(VIDEO, 9_000), 25)],
  ['the history', (on) => pickHistory(on, me, id(ROW, 52_000), 25)],
  ['videos saved for later', (on) => pickLater(on, me, id(ROW, 52_000), 25)],
  ['playlists', (on) => pickPlaylists(on, me, video)],
  ['videos of a playlist', (on) => pickItems(on, list, id(ROW, 201_000), 25)],
  ['videos that may be watched', (on) => filterVisible(on, me, some)],
  ['videos that everyone finds', (on) => filterListed(on, me, some)],
  ['exported videos', (on) => pickWritten(on, me, { after: video, limit: 200 })],
  ['moments', (on) => pickMoments(on, me, video, 200)],
  ['interesting videos', (on) => PICKERS.interesting(on, me)],
  ['recommended videos', (on) => PICKERS.recommended(on, me)],
  ['recommended channels', (on) => PICKERS.channels(on, me)],
];
test.each(LISTS)('%s uses an index', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});
