import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as board from '@respa/contract/classifieds';
import * as catalogue from '@respa/contract/catalogue';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as communities from '@respa/contract/communities';
import * as friends from '@respa/contract/friends';
import * as promos from '@respa/contract/promos';
import * as videohost from '@respa/contract/videohost';
import { newId } from '../../packages/server/src/platform/runtime/ids.ts';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { publishAd } from '../support/members/classifieds.ts';
import { makeCommunity } from '../support/members/communities.ts';
import { befriend, makeGroup } from '../support/members/group-chats.ts';
import { makePromo } from '../support/members/promos.ts';

let app: TestApp;
let anna: Caller;
let channelId: string;
beforeAll(async () => {
  app = await startTestApp({ FFMPEG: 'off' });
  anna = await app.join('Анна');
  channelId = newId();
  await sql`
    insert into video_channels (id, name, description, category, admin_id)
    values (${channelId}, 'Канал', '', 'Юмор', ${anna.id})
  `.execute(app.server.context.db);
});
afterAll(() => app.stop());

const TITLES = [
  '<Рыцарь> без «страха»',
  'Старый за\u0301мок',
  'Ёлкин и\u0306од',
  'Д’Артаньян 1625',
  'x_Нагибатор\u20112000_x',
  'Огонь 🎮❤️',
] as const;
const SEARCHES: [q: string, title: number][] = [
  ['рыцарь', 0],
  ['<РЫЦАРЬ>', 0],
  ['страха', 0],
  ['замок', 1],
  ['за\u0301мок', 1],
  ['за\u00adмок', 1],
  ['\u202eзамок\u200b', 1],
  ['елкин', 2],
  ['Ёлкин', 2],
  ['ЕЛКИН', 2],
  ['е\u0308лкин', 2],
  ['йод', 2],
  ['и\u0306од', 2],
  ["д'артаньян", 3],
  ['дʼартаньян', 3],
  ['артаньян', 3],
  ['1625', 3],
  ['нагибатор-2000', 4],
  ['Нагибатор\u20132000', 4],
  ['2000', 4],
  ['🎮', 5],
  ['❤', 5],
  ['огонь\u00a0🎮', 5],
];
type Ids = Promise<string[]>;
type Source = { add(title: string): Promise<string>; find(q: string): Ids };
const insert = async (table: 'videos' | 'games', title: string): Promise<string> => {
  const id = newId();
  await (
    table === 'games'
      ? sql`insert into games (id, name, genres, version) values (${id}, ${title}, '{}', '1')`
      : sql`
          insert into videos (
            id, channel_id, owner_id, title, description, category, source, container, plays, width,
            height, duration, state, ladder, audience
          )
          values (
            ${id}, ${channelId}, ${anna.id}, ${title}, '', 'Юмор', 's', 'mp4', true, 1, 1, 1,
            'ready', 'none', 'all'
          )
        `
  ).execute(app.server.context.db);
  return id;
};
const idsOf = (rows: readonly { _id: string }[]): string[] => rows.map(({ _id }) => _id);
const SOURCES: Record<string, Source> = {
  communities: {
    add: (title) => makeCommunity(anna, title),
    find: async (q) => idsOf((await anna.call(communities.all, { query: { q } })).publics),
  },
  'classified ads': {
    add: async (title) => (await publishAd(anna, title))._id,
    find: async (q) => idsOf((await anna.call(board.list, { query: { q } })).ads),
  },
  videos: {
    add: (title) => insert('videos', title),
    find: async (q) => idsOf((await anna.call(videohost.allVideos, { query: { q } })).videos),
  },
  channels: {
    add: async (name) =>
      (await (await app.join('Канал')).call(videohost.createChannel, { body: { name } })).channel
        ._id,
    find: async (q) => idsOf((await anna.call(videohost.allChannels, { query: { q } })).channels),
  },
  games: {
    add: (title) => insert('games', title),
    find: async (q) => idsOf((await anna.call(catalogue.list, { query: { q } })).games),
  },
  'cloud files': {
    add: async (name) => (await anna.call(cloud.mkdir, { body: { name } })).created._id,
    find: async (q) => idsOf((await anna.call(cloud.search, { query: { q } })).files),
  },
  conversations: {
    add: (title) => makeGroup(anna, title),
    find: async (q) => idsOf((await anna.call(chats.rooms, { query: { q } })).rooms),
  },
  friends: {
    add: async (name) => {
      const friend = await app.join(name);
      await befriend(anna, friend);
      return friend.id;
    },
    find: async (q) =>
      idsOf((await anna.call(friends.list, { params: { id: anna.id }, query: { q } })).friends),
  },
  'own promos': {
    add: async (title) => (await makePromo(anna, title))._id,
    find: async (q) =>
      idsOf((await anna.call(promos.mine, { params: { userId: anna.id }, query: { q } })).ads),
  },
};
test.each(Object.entries(SOURCES))('the search of %s knows every spelling', async (_, source) => {
  const ids: string[] = [];
  for (const title of TITLES) ids.push(await source.add(title));
  const found = async (q: string) => (await source.find(q)).map((id) => ids.indexOf(id));
  for (const [q, index] of SEARCHES) {
    // A friend's conversation bears the friend's name.
    const known = (await found(q)).filter((one) => one >= 0);
    expect([q, known]).toEqual([q, [index]]);
  }
});
