import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as communities from '@respa/contract/communities';
import * as open from '@respa/contract/open';
import * as privacy from '@respa/contract/privacy';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { KNOWN_PAGES } from '../../packages/server/src/app/pages/known-pages.ts';
import { Caller, startTestApp, type TestApp } from '../support/driver.ts';
import { picture } from '../support/files/pictures.ts';
import { playableVideo } from '../support/files/videos.ts';
import { addGame, ADMIN, joinAdmin } from '../support/members/games.ts';
import { patient } from '../support/patience.ts';

const WEB = fileURLToPath(new URL('../../packages/web/', import.meta.url));
const SITE = 'http://respa.test';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
/** Ends every context that a name stands in, and looks like the placeholder of the nonce. */
const ATTACK = `"><script>alert(1)</script></title> __CSP_NONCE__ $& '`;
let app: TestApp;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  if (!existsSync(`${WEB}dist/index.html`))
    await promisify(execFile)(process.execPath, [`${WEB}build.mjs`]);
  app = await startTestApp({ ...ADMIN, FFMPEG: 'off' });
  [anna, boris] = await Promise.all([app.join('Анна', 'Белова'), app.join('Борис', 'Ёлкин')]);
}, patient(180_000));
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers: { accept: 'text/html', ...headers } });
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const unescape = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (one) => ENTITIES[one]!);
/** Returns the tags of a page by their names, and its structured data. */
async function readHead(path: string) {
  const answer = await get(path);
  const html = await answer.text();
  const tags: Record<string, string> = {};
  for (const [, name, content] of html.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)">/g,
  ))
    tags[name!] = unescape(content!);
  tags['title'] = unescape(/<title>([^<]*)<\/title>/.exec(html)![1]!);
  const data = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(html)?.[1];
  return {
    status: answer.status,
    html,
    tags,
    canonical: /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1],
    feed: /<link rel="alternate" type="application\/rss\+xml" href="([^"]+)"/.exec(html)?.[1],
    data: data === undefined ? null : (JSON.parse(data) as Record<string, unknown>),
  };
}
/** Returns a page without its nonces. */
const plain = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '');
const makeVideo = async (who: Caller, title: string, audience?: videohost.VideoAudience) =>
  (
    await who.call(videohost.createVideo, {
      body: { title, description: `О видео: ${title}`, ...(audience ? { audience } : {}) },
      files: { video: [await playableVideo()], preview: [await picture()] },
    })
  ).video;
const makeArticle = async (who: Caller, publicId: string, title: string) =>
  (
    await who.call(communities.createPost, {
      params: { id: publicId },
      body: { title, text: `Текст: ${title}` },
      files: { file: [await picture()] },
    })
  ).post;
/** Makes one object of every kind that has pages, with this readership and these words. */
async function makeAll(who: Caller, name: string, isOpen: boolean) {
  const { pub } = await who.call(communities.create, {
    body: { name, description: `О группе: ${name}`, ...(isOpen ? { readers: 'all' } : {}) },
    files: { avatar: [await picture()] },
  });
  const article = await makeArticle(who, pub._id, name);
  const { comment } = await who.call(communities.comment, {
    params: { postId: article._id },
    body: { text: `Комментарий: ${name}` },
  });
  const { channel } = await who.call(videohost.createChannel, {
    body: { name, description: `О канале: ${name}` },
  });
  const video = await makeVideo(who, name, isOpen ? 'open' : undefined);
  const { post } = await who.call(wall.create, {
    body: { title: `Пост: ${name}` },
    files: { file: [await picture()] },
  });
  if (!isOpen) await who.call(privacy.set, { body: { wall: 'members' } });
  return { pub, article, comment, channel, video, post };
}
type All = Awaited<ReturnType<typeof makeAll>>;
/** Returns the pages of the site map. */
const pagesOf = (who: Caller, { pub, article, channel, video }: All) => [
  `/public/${pub._id}`,
  `/publicpost/${article._id}`,
  `/videohost/channel/${channel._id}`,
  `/videohost/video/${video._id}`,
  `/user/${who.id}`,
];
/** Returns all URLs of the site map, from every file that its index lists. */
async function readSiteMap(): Promise<string[]> {
  const urls: string[] = [];
  const locations = (text: string) =>
    [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);
  for (const file of locations(await (await get('/sitemap.xml')).text()))
    urls.push(...locations(await (await get(file.slice(SITE.length))).text()));
  return urls;
}

describe('A page that everyone may read', () => {
  test('says of itself what the tokenless calls return, however it is named', async () => {
    const name = ATTACK.slice(0, 100);
    const all = await makeAll(anna, name, true);
    const nobody = app.nobody;
    const { community } = await nobody.call(open.community, { params: { id: all.pub._id } });
    const { article } = await nobody.call(open.article, { params: { id: all.article._id } });
    const { channel } = await nobody.call(open.channel, { params: { id: all.channel._id } });
    const { video } = await nobody.call(open.video, { params: { id: all.video._id } });
    const { person } = await nobody.call(open.person, { params: { id: anna.id } });
    const { posts } = await nobody.call(wall.list, {
      params: { userId: anna.id, page: 1, offset: 0 },
    });
    const { post } = await nobody.call(wall.one, { params: { id: all.post._id } });
    expect(posts.map(({ _id }) => _id)).toEqual([post._id]);
    const expected = [
      [
        `/public/${community._id}`,
        community.name,
        community.description,
        `publicavatars/${community.avatarUrl}`,
      ],
      [
        `/publicpost/${article._id}`,
        article.title,
        article.text,
        `publicposts/${article.pictures[0]!.name}`,
      ],
      [`/videohost/channel/${channel._id}`, channel.name, channel.description, null],
      [
        `/videohost/video/${video._id}`,
        video.title,
        video.description,
        `videopreviews/${video.preview!.name}`,
      ],
      [`/user/${anna.id}`, `${person.name} ${person.surname}`, posts[0]!.title, null],
      [
        `/userpost/${post._id}`,
        `Пост, ${post.head.name} ${post.head.surname}`,
        post.title,
        `userposts/${post.pictures[0]!.name}`,
      ],
    ] as const;
    for (const [path, title, description, image] of expected) {
      const head = await readHead(path);
      const { tags } = head;
      expect(head.status, path).toBe(200);
      expect(tags['title']).toBe(`${title} — Респа`);
      for (const key of ['og:title', 'twitter:title']) expect(tags[key]).toBe(title);
      for (const key of ['description', 'og:description', 'twitter:description'])
        expect(tags[key]).toBe(description.replaceAll(/\s+/g, ' '));
      const url = image === null ? undefined : `${SITE}/media/${image}`;
      for (const key of ['og:image', 'twitter:image']) expect(tags[key]).toBe(url);
      const shown = url === undefined ? undefined : (await get(url.slice(SITE.length))).status;
      expect(shown).toBe(url === undefined ? undefined : 200);
      expect([head.canonical, tags['og:url']]).toEqual([SITE + path, SITE + path]);
      // No word of the name became markup, and none of the page's secrets stands in it.
      expect(head.html).not.toContain('<script>alert');
      expect(head.html.match(/<title>/g)).toHaveLength(1);
      for (const tag of head.html.match(/<script\b[^>]*>/g)!) expect(tag).toContain('nonce="');
    }
    const shown = await readHead(`/videohost/video/${video._id}`);
    expect(shown.data).toMatchObject({
      '@type': 'VideoObject',
      name: video.title,
      description: video.description,
      thumbnailUrl: `${SITE}/media/videopreviews/${video.preview!.name}`,
      embedUrl: `${SITE}/embed/video/${video._id}`,
    });
    expect((await readHead(`/publicpost/${article._id}`)).data).toMatchObject({
      '@type': 'Article',
      headline: article.title,
    });
    expect((await readHead(`/userpost/${post._id}`)).data).toMatchObject({
      '@type': 'Article',
      datePublished: post.date,
      author: { '@type': 'Person', name: 'Анна Белова' },
    });
    expect((await readHead(`/public/${community._id}`)).feed).toBe(
      `${SITE}/rss/community/${community._id}.xml`,
    );
    const urls = await readSiteMap();
    for (const path of pagesOf(anna, all)) expect(urls).toContain(SITE + path);
  });

  test('of the catalogue and of a shared file has tags too', async () => {
    const game = await addGame(await joinAdmin(app), 'Гонки <2>', { description: 'Быстрые' });
    const { tags } = await readHead(`/store/${game._id}`);
    expect([tags['og:title'], tags['og:description']]).toEqual([game.name, game.description]);
    expect((await readHead('/store')).tags['og:title']).toBe('Каталог игр');
    const {
      added: [file],
    } = await anna.call(cloud.upload, { files: { file: [new File(['x'], 'Карта босса.txt')] } });
    const path = `/cloud/file/${file!._id}`;
    const hidden = await get(path);
    expect([hidden.status, (await hidden.text()).includes('Карта')]).toEqual([200, false]);
    const absent = await get(`/cloud/file/${UNKNOWN}`);
    expect([absent.status, absent.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    await anna.call(cloud.publish, { params: { id: file!._id } });
    // What nobody could read a moment ago is not remembered for longer than some seconds.
    const shown = await readHead(`${path}/`);
    expect([shown.status, shown.tags['og:title']]).toEqual([200, 'Карта босса.txt']);
    expect((await get(`${path}/`)).headers.get('x-robots-tag')).toBe('noindex');
  });
});

describe('What is for members', () => {
  test('leaves no word, name or file in pages, site maps, feeds, players or media', async () => {
    const word = 'Заговор';
    const all = await makeAll(boris, word, false);
    for (const path of [...pagesOf(boris, all), `/userpost/${all.post._id}`]) {
      const head = await readHead(path);
      expect(head.status, path).toBe(200);
      for (const secret of [word, 'Борис', 'Ёлкин', all.pub.avatarUrl, all.video.previewUrl])
        expect(head.html).not.toContain(secret);
      expect(head.html).not.toContain('og:title');
      // The page of what never was is the same, so nobody learns that this exists.
      const [shown, unknown] = await Promise.all(
        [path, path.replace(/[0-9a-f-]{36}/, UNKNOWN)].map((one) => get(one)),
      );
      expect([shown!.status, plain(await shown!.text())]).toEqual([
        unknown!.status,
        plain(await unknown!.text()),
      ]);
      expect(unknown!.headers.get('x-robots-tag')).toBe('noindex');
    }
    const urls = (await readSiteMap()).join('\n');
    for (const id of [all.pub._id, all.article._id, all.channel._id, all.video._id, boris.id])
      expect(urls).not.toContain(id);
    const refused = [
      `/rss/community/${all.pub._id}.xml`,
      `/rss/channel/${all.channel._id}.xml`,
      `/embed/video/${all.video._id}`,
      `/oembed?url=${encodeURIComponent(`${SITE}/videohost/video/${all.video._id}`)}`,
      `/media/videohostvideos/${all.video.videoUrl}`,
      `/api/open/communities/${all.pub._id}`,
      `/api/open/communities/${all.pub._id}/articles`,
      `/api/open/articles/${all.article._id}`,
      `/api/open/articles/${all.article._id}/comments`,
      `/api/open/channels/${all.channel._id}`,
      `/api/open/channels/${all.channel._id}/videos`,
      `/api/open/videos/${all.video._id}`,
      `/api/open/videos/${all.video._id}/comments`,
      `/api/open/people/${boris.id}`,
    ];
    const hidden = await get(`/api/userpost/${all.post._id}`);
    const never = await get(`/api/userpost/${UNKNOWN}`);
    expect([hidden.status, await hidden.text()]).toEqual([404, await never.text()]);
    for (const path of refused) {
      const answer = await get(path);
      const unknown = await get(path.replace(/[0-9a-f-]{36}/, UNKNOWN));
      expect([path, answer.status], path).toEqual([path, 404]);
      // The answer does not tell what is for members from what never was, nor do members get more.
      expect(await answer.text()).toBe(await unknown.text());
      const asMember = await get(path, boris.headers() as Record<string, string>);
      expect(asMember.status).toBe(404);
    }
  });

  test('a closed community shows none of its comments when it opens, only later ones', async () => {
    const { pub } = await boris.call(communities.create, { body: { name: 'Бывшая закрытая' } });
    const article = await makeArticle(boris, pub._id, 'Старый пост');
    const params = { postId: article._id };
    await anna.call(communities.comment, { params, body: { text: 'Только для своих' } });
    await boris.call(communities.edit, {
      params: { id: pub._id },
      body: { name: pub.name, readers: 'all' },
    });
    await anna.call(communities.comment, { params, body: { text: 'Уже для всех' } });
    const { comments } = await app.nobody.call(open.articleComments, {
      params: { id: article._id },
    });
    expect(comments.map(({ text, name }) => [text, name])).toEqual([['Уже для всех', 'Анна']]);
    expect(JSON.stringify(comments)).not.toContain('Белова');
    // An edit that says nothing about readers changes nothing, and closing hides everything at once.
    await boris.call(communities.edit, { params: { id: pub._id }, body: { name: 'Открытая' } });
    await app.nobody.call(open.community, { params: { id: pub._id } });
    await boris.call(communities.edit, {
      params: { id: pub._id },
      body: { name: 'Открытая', readers: 'members' },
    });
    expect((await app.nobody.refusal(open.article, { params: { id: article._id } })).status).toBe(
      404,
    );
  });

  test('scheduled and proposed articles of an open community stay hidden', async () => {
    const { pub } = await anna.call(communities.create, {
      body: { name: 'Открытая с черновиками', readers: 'all' },
    });
    const { post } = await boris.call(communities.propose, {
      params: { id: pub._id },
      body: { title: 'Предложено', text: 'Тайком' },
      files: { file: [await picture()] },
    });
    const { articles } = await app.nobody.call(open.articles, { params: { id: pub._id } });
    expect(articles).toEqual([]);
    expect((await app.nobody.refusal(open.article, { params: { id: post._id } })).status).toBe(404);
    expect((await readHead(`/publicpost/${post._id}`)).tags).not.toHaveProperty('og:title');
  });

  test('videos by link, for friends or for members are not open, and closing takes the film away', async () => {
    const made = await Promise.all(
      (['link', 'friends', 'all'] as const).map((audience) => makeVideo(anna, audience, audience)),
    );
    for (const { _id, videoUrl } of made) {
      expect((await app.nobody.refusal(open.video, { params: { id: _id } })).status).toBe(404);
      expect((await get(`/media/videohostvideos/${videoUrl}`)).status).toBe(404);
      expect((await get(`/embed/video/${_id}`)).status).toBe(404);
    }
    const shown = await makeVideo(anna, 'Для всех', 'open');
    expect(shown.audience).toBe('open');
    const file = `/media/videohostvideos/${shown.videoUrl}`;
    expect((await get(file)).status).toBe(200);
    // It stays open through an edit that does not name an audience.
    await anna.call(videohost.editVideo, { body: { id: shown._id, title: 'Для всех!' } });
    expect((await get(file)).status).toBe(200);
    await anna.call(videohost.editVideo, {
      body: { id: shown._id, title: 'Для всех!', audience: 'all' },
    });
    expect((await get(file)).status).toBe(404);
  });
});

describe('A page that is not there', () => {
  test('says no more than one for members, is 404 if its address is wrong, and 410 if everyone could read it', async () => {
    const { pub } = await anna.call(communities.create, {
      body: { name: 'Скоро исчезнет', readers: 'all' },
    });
    const article = await makeArticle(anna, pub._id, 'И пост');
    const single = await makeArticle(anna, pub._id, 'Удалённый пост');
    const video = await makeVideo(anna, 'Удалённое видео', 'open');
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
    const html = unescape(/<item>[\s\S]*<description>([^<]*)</.exec(xml)![1]!);
    expect(html).toBe('&lt;script&gt;alert(1)&lt;/script&gt;<br>вторая строка');
    const known = { 'if-none-match': answer.headers.get('etag')! };
    expect((await get(path, known)).status).toBe(304);
    const since = { 'if-modified-since': answer.headers.get('last-modified')! };
    expect((await get(path, since)).status).toBe(304);
    await makeArticle(anna, pub._id, 'Второй');
    expect((await get(path, known)).status).toBe(200);
  });
});

describe('A player for other sites', () => {
  test('may be framed by everyone, runs no scripts and asks for no cookies', async () => {
    const video = await makeVideo(anna, `Ролик ${ATTACK}`.slice(0, 100), 'open');
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
