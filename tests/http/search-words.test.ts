import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pickGames, type Wanted } from '../../packages/server/src/features/catalogue/queries.ts';
import { pickChannels } from '../../packages/server/src/features/videohost/channels/channel-queries.ts';
import { pickListed } from '../../packages/server/src/features/videohost/list-queries.ts';
import { foldQuery } from '../../packages/server/src/features/people/service.ts';
import { createRandom } from '../../packages/server/src/platform/runtime/seeded-random.ts';
import { startTestApp, type TestApp } from '../support/driver.ts';
import { idOf, members } from '../support/query-plans.ts';
import { patient } from '../support/patience.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ FFMPEG: 'off' });
});
afterAll(() => app.stop());

const [PERSON, CHANNEL, VIDEO, GAME] = [1, 2, 3, 4];
const [PEOPLE, THINGS, ROUNDS] = [40, 240, 3];
const me = idOf(PERSON, 1);
const random = createRandom(20);
const CATEGORIES = ['Гайды', 'Обзоры', 'Юмор'] as const;
const SYLLABLES = [
  'ма',
  'Як',
  'ёл',
  'ка',
  'ре',
  'йд',
  'ЖЁ',
  'о',
  'x',
  'Q1',
  '%',
  '_',
  '\\',
  'é',
  '😀',
  ':',
];
const SPACES = [' ', ' ', ' ', '\n', '\t', '\u00a0', '  '];
const word = (): string =>
  Array.from(
    { length: random.integer(20) === 0 ? 40 + random.integer(40) : 1 + random.integer(4) },
    () => random.pick(SYLLABLES),
  ).join('');
const text = (): string =>
  Array.from({ length: 1 + random.integer(9) }, () => word() + random.pick(SPACES)).join('');
const number = (): number => (random.integer(3) === 0 ? random.integer(4) : random.integer(5000));

const run = (statement: RawBuilder<unknown>) => statement.execute(app.server.context.db);
const addVideos = (from: number, to: number) =>
  run(sql`
    insert into videos (
      id, channel_id, owner_id, title, description, category, source, container, plays, width,
      height, duration, state, ladder, audience
    )
    values ${sql.join(
      Array.from({ length: to - from }, (_, index) => {
        const n = 2 + random.integer(PEOPLE - 2);
        return sql`(${idOf(VIDEO, from + index)}, ${idOf(CHANNEL, n)}, ${idOf(PERSON, n)}, ${text()},
        ${text()}, ${random.pick(CATEGORIES)}, 's', 'mp4', true, 1, 1, 1,
        ${random.integer(6) === 0 ? 'processing' : 'ready'}, 'none',
        ${random.integer(6) === 0 ? 'link' : 'all'})`;
      }),
    )}
  `);
const addGames = (from: number, to: number) =>
  run(sql`
    insert into games (id, name, description, genres, version, downloads)
    values ${sql.join(
      Array.from(
        { length: to - from },
        (_, index) => sql`
      (
        ${idOf(GAME, from + index)}, ${text()}, ${text()}, ${[random.pick(CATEGORIES)]}, '1',
        ${number()}
      )
    `,
      ),
    )}
  `);
const addChannels = (from: number, to: number) =>
  run(sql`
    insert into video_channels (id, name, description, category, admin_id, subscribers_count)
    values ${sql.join(
      Array.from(
        { length: to - from },
        (_, index) => sql`
      (
        ${idOf(CHANNEL, from + index)}, ${text()}, ${text()}, ${random.pick(CATEGORIES)},
        ${idOf(PERSON, from + index)}, ${number()}
      )
    `,
      ),
    )}
  `);
const video = () => idOf(VIDEO, 1 + random.integer(THINGS * 2));
const game = () => idOf(GAME, 1 + random.integer(THINGS * 2));
const channel = () => idOf(CHANNEL, 2 + random.integer(PEOPLE));
const CHANGES: (() => Promise<unknown>)[] = [
  () =>
    run(sql`
      update videos
      set title = ${text()}, description = ${text()}
      where id = ${video()}
    `),
  () =>
    run(
      sql`
        update videos
        set audience = case audience when 'all' then 'friends' else 'all' end
        where id = ${video()}
      `,
    ),
  () =>
    run(
      sql`
        update videos
        set title = ${text()}, state = 'ready', audience = 'all'
        where id = ${video()}
      `,
    ),
  () =>
    run(
      sql`
        update videos
        set category = ${random.pick(CATEGORIES)}, views = views + 1
        where id = any(${[video(), video(), video()]}::uuid[])
      `,
    ),
  () => run(sql`delete from videos where id = any(${[video(), video()]}::uuid[])`),
  () =>
    run(
      sql`
        update games
        set downloads = downloads + ${number()}
        where id = any(${[game(), game()]}::uuid[])
      `,
    ),
  () =>
    run(sql`
    update games
    set name = ${text()}, downloads = ${number()}
    where id = ${game()}
  `),
  () =>
    run(
      sql`
        update games
        set description = name, genres = ${[random.pick(CATEGORIES)]}
        where id = ${game()}
      `,
    ),
  () => run(sql`delete from games where id = any(${[game(), game()]}::uuid[])`),
  () =>
    run(
      sql`
        update video_channels
        set subscribers_count = ${number()}
        where id = any(${[channel(), channel()]}::uuid[])
      `,
    ),
  () =>
    run(sql`
    update video_channels
    set name = ${text()}
    where id = ${channel()}
  `),
];

/** Returns differences between the word index and the texts, in both directions. */
const differing = () =>
  run(sql`
    with said as (
      select 'video' as kind, id, 0::smallint as tier, piece
      from videos, search_pieces(search) piece
      where listed
      union all
      select 'channel', id, search_tier(subscribers_count), piece
      from video_channels, search_pieces(search) piece
      union all
      select 'game', id, search_tier(downloads), piece
      from games, search_pieces(search) piece
    ),
    kept as (
      select w.kind, p.thing_id as id, p.tier, w.word as piece
      from search_places p
      left join search_words w on w.id = p.word_id
    ) (
      select 'kept', *
      from kept
      except
      select 'kept', *
      from said
    )
    union all (select 'said', * from said except select 'said', * from kept)
    union all
    select 'counted', kind, null, null, word
    from search_words w
    where things <> (select count(*) from search_places p where p.word_id = w.id)
      or things = 0
  `).then(({ rows }) => rows);

/** Returns every order as a search without the word index would. */
async function byReading(
  from: RawBuilder<unknown>,
  folded: string,
  order: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = (await run(
    sql`
      select id
      from ${from}
      where position(${folded} in search) > 0
      order by ${order}
    `,
  )) as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
}
type Page = { before?: string; skip: number; limit: number };
/** Asserts the whole list, a page after a seen item, and a page by number. */
async function assertPages(
  all: string[],
  read: (page: Page) => Promise<string[]>,
  says: string,
): Promise<void> {
  expect(await read({ skip: 0, limit: 1_000 }), says).toEqual(all);
  const [index, skip] = [random.integer(Math.max(1, all.length)), random.integer(6)];
  if (all.length > 0)
    expect(await read({ before: all[index]!, skip: 0, limit: 7 }), says).toEqual(
      all.slice(index + 1, index + 8),
    );
  expect(await read({ skip, limit: 5 }), says).toEqual(all.slice(skip, skip + 5));
}
async function assertFinds(folded: string): Promise<void> {
  const { db } = app.server.context;
  const category = random.pick(CATEGORIES);
  const says = JSON.stringify(folded);
  const unless = sql`
    not exists (
      select
      from blocks
      where blocker_id = owner_id and blocked_id = ${me}
    )
  `;
  await assertPages(
    await byReading(sql`(select * from videos where listed and ${unless}) v`, folded, sql`id desc`),
    (page) => pickListed(db, me, { by: 'new', folded, ...page }),
    says,
  );
  await assertPages(
    await byReading(
      sql`(select * from videos where listed and ${unless} and category = ${category}) v`,
      folded,
      sql`id desc`,
    ),
    (page) => pickListed(db, me, { by: 'new', folded, category, ...page }),
    says,
  );
  await assertPages(
    await byReading(
      sql`
        (
          select *
          from video_channels
          where category = ${category}
            and not exists (
              select
              from blocks
              where blocker_id = admin_id and blocked_id = ${me}
            )
        ) c
      `,
      folded,
      sql`subscribers_count desc, id desc`,
    ),
    (page) => pickChannels(db, me, { folded, category, ...page }),
    says,
  );
  for (const [sort, order] of [
    ['new', sql`id desc`],
    ['popular', sql`downloads desc, id desc`],
    ['rating', sql`rank desc, id desc`],
  ] as const) {
    const wanted: Wanted = {
      folded,
      including: [],
      excluding: random.integer(2) === 0 ? [category] : [],
    };
    await assertPages(
      await byReading(
        sql`(select * from games where not labels && ${wanted.excluding}::text[]) g`,
        folded,
        order,
      ),
      (page) => pickGames(db, wanted, sort, page),
      `${sort} ${says}`,
    );
  }
}

test(
  'the word index follows every change, and finds the same as scanning everything, in the same order',
  { timeout: patient(60_000) },
  async () => {
    for (const statement of members(PERSON, PEOPLE + 2)) await run(statement);
    await addChannels(2, PEOPLE + 2);
    await run(
      sql`
        insert into blocks (blocker_id, blocked_id, id)
        select p.id, ${me}, p.id
        from people p
        where p.id = any(${[5, 9].map((n) => idOf(PERSON, n))}::uuid[])
      `,
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = 1 + Math.floor((round * THINGS * 2) / ROUNDS);
      await addVideos(from, from + THINGS / ROUNDS);
      await addGames(from, from + THINGS / ROUNDS);
      for (let turn = 0; turn < 40; turn += 1) await random.pick(CHANGES)();
      expect(await differing()).toEqual([]);
      const { rows } = (await run(
        sql`
          select search
          from (
            select search
            from videos
            union all
            select search
            from games
            union all
            select search
            from video_channels
          ) all_texts
          order by md5(search || ${round}::text)
          limit 12
        `,
      )) as { rows: { search: string }[] };
      for (const { search } of rows) {
        const emails = [...search];
        const at = random.integer(emails.length);
        // Parts of texts as people type them, folded like the texts.
        const folded = foldQuery(
          emails.slice(at, at + 1 + random.integer(random.integer(5) === 0 ? 40 : 6)).join(''),
        );
        if (folded !== '') await assertFinds(folded);
      }
      await assertFinds('нигде');
    }
    // Deleting a channel deletes its videos, and deleting everything deletes all words.
    await run(sql`delete from video_channels where id = any(${[channel(), channel()]}::uuid[])`);
    expect(await differing()).toEqual([]);
    await run(sql`delete from games`);
    await run(sql`truncate video_channels cascade`);
    expect(
      (
        await run(sql`
        select
        from search_words
        union all
        select
        from search_places
      `)
      ).rows,
    ).toEqual([]);
  },
);

test('concurrent changes of objects with the same words wait for each other, and no word is lost', async () => {
  await Promise.all(
    Array.from({ length: 12 }, async (_, lane) => {
      for (let turn = 0; turn < 6; turn += 1) {
        const id = idOf(GAME, 10_000 + lane * 100 + turn);
        await run(
          sql`
            insert into games (id, name, description, version)
            values (
              ${id}, ${`общее слово ${turn}`},
              ${['альфа бета гамма', 'гамма бета альфа', 'дельта альфа'][lane % 3]}, '1'
            )
          `,
        );
        if (turn % 2 === 0)
          await run(sql`
          update games
          set name = 'слово иное'
          where id = ${id}
        `);
        if (turn % 3 !== 0) await run(sql`delete from games where id = ${id}`);
      }
    }),
  );
  expect(await differing()).toEqual([]);
});
