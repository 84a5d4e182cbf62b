import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import * as videohost from '@respa/contract/videohost';
import { makeChannel, publish } from '#tests/support/members/channels.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { rankVideos } from './ranking.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let [guides, jokes, viewer, other]: Caller[] = [];
let channels: { guides: string; jokes: string; news: string };
/** Videos A to F in upload order. Guides: A, C, F in one channel; jokes: B, D; news: E. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestApp({ FFMPEG: 'off' });
  [guides, jokes, viewer, other] = await Promise.all(
    ['Гид', 'Шут', 'Зритель', 'Другой'].map((name) => app.join(name)),
  );
  const news = await app.join('Диктор');
  channels = {
    guides: await makeChannel(guides!, 'Гиды', { category: 'Гайды' }),
    jokes: await makeChannel(jokes!, 'Шутки', { category: 'Юмор' }),
    news: await makeChannel(news, 'Вести', { category: 'Новости' }),
  };
  for (const [title, who] of [
    ['A', guides],
    ['B', jokes],
    ['C', guides],
    ['D', jokes],
    ['E', news],
    ['F', guides],
  ] as const)
    ids[title] = (await publish(who!, title))._id;
}, patient(120_000));
afterAll(() => app.stop());

const titles = async (who: Caller, route: RouteSpec, input: object = {}): Promise<string> =>
  ((await who.call(route, input as never)) as unknown as { videos: { title: string }[] }).videos
    .map(({ title }) => title)
    .join('');
const watch = (who: Caller, title: string) =>
  who.call(videohost.view, { params: { videoId: ids[title]! } });
const like = (who: Caller, title: string) =>
  who.call(videohost.likeVideo, { params: { id: ids[title]! } });
/** Makes stored picks expire, so that the next request makes new ones. */
const age = () =>
  sql`update video_picks set made_at = made_at - interval '11 minutes'`.execute(
    app.server.context.db,
  );
const selfOf = (who: Caller) => ({ params: { userId: who.id } });
/** Reads a list page by page. */
async function walk(who: Caller, route: RouteSpec, input: object = {}): Promise<string> {
  let found = '';
  for (let before: string | undefined; ;) {
    const page = (await who.call(route, {
      ...input,
      query: { limit: 2, ...(before === undefined ? {} : { before }) },
    } as never)) as unknown as { videos: { _id: string; title: string }[]; isLast: boolean };
    found += page.videos.map(({ title }) => title).join('');
    if (page.isLast) return found;
    before = page.videos.at(-1)!._id;
  }
}

test('without views and likes every list is newest first', async () => {
  for (const [route, input] of [
    [videohost.popular, {}],
    [videohost.interesting, {}],
    [videohost.recommended, selfOf(viewer!)],
    [videohost.allVideos, {}],
    [videohost.newVideos, { params: { date: '2020-01-01' } }],
  ] as const) {
    expect(await titles(viewer!, route, input)).toBe('FEDCBA');
    expect(await walk(viewer!, route, input)).toBe('FEDCBA');
  }
  expect(await titles(viewer!, videohost.category, { body: { category: 'Гайды' } })).toBe('FCA');
  expect(await titles(viewer!, videohost.same, { body: { category: 'Юмор' } })).toBe('DB');
});
test('a list starts at a date, supports page numbers and returns the total', async () => {
  expect(await titles(viewer!, videohost.newVideos, { params: { date: '01.01.2090' } })).toBe('');
  for (const date of ['вчера', '31.02.2026', '2026-13-01'])
    expect(await viewer!.refusal(videohost.newVideos, { params: { date } })).toMatchObject({
      status: 400,
      error: 'Неверная дата.',
    });
  expect(await viewer!.call(videohost.allVideos, { query: { page: 2, limit: 4 } })).toMatchObject({
    count: 6,
    isLast: true,
    videos: [{ title: 'B' }, { title: 'A' }],
  });
  expect(await viewer!.call(videohost.allVideos, { query: { q: 'юмор' } })).toMatchObject({
    count: 2,
    isLast: true,
    videos: [{ title: 'D' }, { title: 'B' }],
  });
  expect(await viewer!.call(videohost.recommendedMain, selfOf(viewer!))).toMatchObject({
    count: 6,
    isLast: true,
  });
});
test('popular: views of thirty days with a half-life of seven days', async () => {
  // B: four views a week ago weigh 2; A: three two weeks ago 0.75; C: one today; D: nine 31 days
  // ago 0. E and F have none.
  for (const [title, days, views] of [
    ['B', 7, 4],
    ['A', 14, 3],
    ['C', 0, 1],
    ['D', 31, 9],
  ] as const) {
    await sql`
      insert into video_days (video_id, day, views)
      values (${ids[title]!}, (now() at time zone 'utc')::date - ${days}::int, ${views})
    `.execute(app.server.context.db);
    await sql`
      update videos
      set views = views + ${views}
      where id = ${ids[title]!}
    `.execute(app.server.context.db);
  }
  expect(await titles(viewer!, videohost.popular)).toBe('FEDCBA');
  await rankVideos(app.server.context);
  expect(await titles(viewer!, videohost.popular)).toBe('BCAFED');
  expect(await walk(viewer!, videohost.popular)).toBe('BCAFED');
  expect(await titles(viewer!, videohost.same, { body: { category: 'Гайды' } })).toBe('CAF');
});
test('interesting: what viewers of the liked videos liked, then the watched categories, then the newest', async () => {
  // The viewer likes A; two others watched A: both like E, one likes B. The viewer has watched a
  // joke.
  const third = await app.join('Третий');
  await like(viewer!, 'A');
  await watch(viewer!, 'B');
  for (const who of [other!, third]) {
    await watch(who, 'A');
    await like(who, 'E');
  }
  await like(third, 'B');
  await age();
  expect(await titles(viewer!, videohost.interesting)).toBe('EBDFCA');
  expect(await walk(viewer!, videohost.interesting)).toBe('EBDFCA');
});
test('recommended: watched channels and categories, without watched videos, then the newest', async () => {
  // Watched: B of jokes, E of news, and a subscription to guides. Jokes and news weigh 2 for the
  // channel and 1 for the category, guides 2.
  await watch(viewer!, 'E');
  await viewer!.call(videohost.subscribe, { params: { channelId: channels.guides } });
  await age();
  expect(await titles(viewer!, videohost.recommended, selfOf(viewer!))).toBe('DFCA');
  expect(await walk(viewer!, videohost.recommended, selfOf(viewer!))).toBe('DFCA');
  expect(await titles(viewer!, videohost.subscribedVideos)).toBe('FCA');
});
test('recommended channels: those of watched categories first, none of the subscriptions', async () => {
  await age();
  expect(
    (await viewer!.call(videohost.recommendedChannels, selfOf(viewer!))).channels.map(
      ({ name }) => name,
    ),
  ).toEqual(['Вести', 'Шутки']);
  expect(
    (await guides!.call(videohost.recommendedChannels, selfOf(guides!))).channels.map(
      ({ name }) => name,
    ),
  ).not.toContain('Гиды');
});
test('picks are kept for ten minutes, renewed for recent readers, and dropped with a deleted video', async () => {
  expect(await titles(viewer!, videohost.recommended, selfOf(viewer!))).toBe('DFCA');
  const late = (await publish(jokes!, 'G'))._id;
  expect(await titles(viewer!, videohost.recommended, selfOf(viewer!))).toBe('DFCAG');
  await age();
  await rankVideos(app.server.context);
  expect(await titles(viewer!, videohost.recommended, selfOf(viewer!))).toBe('GDFCA');
  await jokes!.call(videohost.removeVideo, { params: { id: late } });
  expect(await titles(viewer!, videohost.recommended, selfOf(viewer!))).toBe('DFCA');
});
