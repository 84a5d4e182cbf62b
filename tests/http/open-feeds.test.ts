import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import * as communities from '@respa/contract/communities';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { KNOWN_PAGES } from '../../packages/server/src/app/pages/known-pages.ts';
import { picture } from '../support/files/pictures.ts';
import { ADMIN } from '../support/members/games.ts';
import {
  ATTACK,
  makeDescribedArticle,
  makeDescribedVideo,
  unescapeMarkup,
} from '../support/open-objects.ts';
import { serveSite, WEB } from '../support/open-site.ts';
import { makeChannel } from '../support/members/channels.ts';

const app = await serveSite({ ...ADMIN, FFMPEG: 'off' });
const anna = await app.join('Анна', 'Белова');
await makeChannel(anna, 'Канал Анны');
const SITE = 'http://respa.test';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers: { accept: 'text/html', ...headers } });

describe('A page that is not there', () => {
  test('says no more than one for members, is 404 if its address is wrong, and 410 if everyone could read it', async () => {
    const { pub } = await anna.call(communities.create, {
      body: { name: 'Скоро исчезнет', readers: 'all' },
    });
    const article = await makeDescribedArticle(anna, pub._id, 'И пост');
    const single = await makeDescribedArticle(anna, pub._id, 'Удалённый пост');
    const video = await makeDescribedVideo(anna, 'Удалённое видео', 'open');
    const { pub: closed } = await anna.call(communities.create, { body: { name: 'Закрытая' } });
    await anna.call(communities.removePost, { params: { postId: single._id } });
    await anna.call(communities.remove, { params: { id: pub._id } });
    await anna.call(communities.remove, { params: { id: closed._id } });
    const { post } = await anna.call(wall.create, { body: { title: 'Удалённый' } });
    const { post: forFriends } = await anna.call(wall.create, {
      body: { title: 'Для своих', audience: 'friends' },
    });
    for (const { _id } of [post, forFriends]) await anna.call(wall.remove, { params: { id: _id } });
    await anna.call(videohost.removeVideo, { params: { id: video._id } });
    const statuses = async (...paths: string[]) =>
      Promise.all(paths.map(async (path) => [path, (await get(path)).status]));
    const gone = [
      `/public/${pub._id}`,
      `/publicpost/${article._id}`,
      `/publicpost/${single._id}`,
      `/videohost/video/${video._id}`,
      `/userpost/${post._id}`,
    ];
    expect(await statuses(...gone)).toEqual(gone.map((path) => [path, 410]));
    const unknown = [
      `/public/${closed._id}`,
      `/userpost/${forFriends._id}`,
      `/public/${UNKNOWN}`,
      `/publicpost/${UNKNOWN}`,
      `/videohost/channel/${UNKNOWN}`,
      `/video/${UNKNOWN}`,
      `/user/${UNKNOWN}`,
      `/userpost/${UNKNOWN}`,
    ];
    expect(await statuses(...unknown)).toEqual(unknown.map((path) => [path, 200]));
    const absent = [`/store/${UNKNOWN}`, '/user/x', '/userpost/x', '/nothing/here', '/homes'];
    expect(await statuses(...absent)).toEqual(absent.map((path) => [path, 404]));
    const html = await (await get('/nothing/here')).text();
    // The site itself is there and draws what is missing.
    expect(html).toContain('<div id="root">');
    const pages = ['/home', '/messages', '/settings/privacy', '/videohost', '/login'];
    expect(await statuses(...pages)).toEqual(pages.map((path) => [path, 200]));
  });
});

test('the server knows the same addresses as the site', async () => {
  const found = new Set<string>();
  for (const file of ['routes.tsx', 'site-routes.tsx']) {
    const text = await readFile(`${WEB}src/app/${file}`, 'utf8');
    for (const [, path] of text.matchAll(/<Route path="(\/[^"]*)"/g)) found.add(path!);
    for (const [, list] of text.matchAll(/const GAMES = \[([^\]]*)\]/g))
      for (const [, path] of list!.matchAll(/'([^']+)'/g)) found.add(`/${path!}`);
  }
  expect(found.size).toBeGreaterThan(50);
  expect([...found, '/'].sort()).toEqual([...KNOWN_PAGES].sort());
});

describe('A feed', () => {
  test('holds the newest of a community, escaped, and is not sent twice', async () => {
    const { pub } = await anna.call(communities.create, {
      body: { name: 'Лента <b>', description: 'О & всём', readers: 'all' },
    });
    const { post } = await anna.call(communities.createPost, {
      params: { id: pub._id },
      body: { title: 'Первый & <последний>', text: '<script>alert(1)</script>\nвторая строка' },
      files: { file: [await picture()] },
    });
    const path = `/rss/community/${pub._id}.xml`;
    const answer = await get(path);
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const xml = await answer.text();
    expect(xml).toContain('<title>Лента &lt;b&gt;</title>');
    expect(xml).toContain('<title>Первый &amp; &lt;последний&gt;</title>');
    expect(xml).toContain(`<link>${SITE}/publicpost/${post._id}</link>`);
    expect(xml).toContain(`<enclosure url="${SITE}/media/publicposts/${post.images[0]}"`);
    // A reader that draws the description as HTML draws words.
    const html = unescapeMarkup(/<item>[\s\S]*<description>([^<]*)</.exec(xml)![1]!);
    expect(html).toBe('&lt;script&gt;alert(1)&lt;/script&gt;<br>вторая строка');
    const known = { 'if-none-match': answer.headers.get('etag')! };
    expect((await get(path, known)).status).toBe(304);
    const since = { 'if-modified-since': answer.headers.get('last-modified')! };
    expect((await get(path, since)).status).toBe(304);
    await makeDescribedArticle(anna, pub._id, 'Второй');
    expect((await get(path, known)).status).toBe(200);
  });
});

describe('A player for other sites', () => {
  test('may be framed by everyone, runs no scripts and asks for no cookies', async () => {
    const video = await makeDescribedVideo(anna, `Ролик ${ATTACK}`.slice(0, 100), 'open');
    const answer = await get(`/embed/video/${video._id}`, { cookie: 'respa_media=secret' });
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
    const html = await answer.text();
    expect(html).not.toMatch(/<script/);
    expect(html).toContain(`src="/media/videohostvideos/${video.videoUrl}"`);
    expect(html).toContain(`poster="/media/videopreviews/${video.previewUrl}"`);
    expect(html).toContain(`href="${SITE}/videohost/video/${video._id}"`);
    // Everything else still refuses frames.
    for (const path of [
      '/',
      `/videohost/video/${video._id}`,
      `/rss/channel/${video.channel}.xml`,
    ]) {
      const other = await get(path);
      expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(other.headers.get('x-frame-options')).toBe('DENY');
    }
    const page = `${SITE}/videohost/video/${video._id}`;
    const found = (await (await get(`/oembed?url=${encodeURIComponent(page)}`)).json()) as Record<
      string,
      unknown
    >;
    expect(found).toMatchObject({
      type: 'video',
      title: video.title,
      author_name: video.channelName,
    });
    expect(found['html']).toContain(`src="${SITE}/embed/video/${video._id}"`);
    for (const url of ['https://evil.example/videohost/video/', `${SITE}.evil.example/video/`])
      expect((await get(`/oembed?url=${encodeURIComponent(url + video._id)}`)).status).toBe(404);
  });
});
