import { describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as communities from '@respa/contract/communities';
import * as open from '@respa/contract/open';
import * as privacy from '@respa/contract/privacy';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { Caller } from '../support/driver.ts';
import { picture } from '../support/files/pictures.ts';
import { addGame, ADMIN, joinAdmin } from '../support/members/games.ts';
import { ATTACK, makeDescribedArticle, makeDescribedVideo } from '../support/open-objects.ts';
import { serveSite } from '../support/open-site.ts';
import { readHead } from '../support/open-objects.ts';

const app = await serveSite({ ...ADMIN, FFMPEG: 'off' });
const [anna, boris] = await Promise.all([app.join('Анна', 'Белова'), app.join('Борис', 'Ёлкин')]);
const SITE = 'http://respa.test';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers: { accept: 'text/html', ...headers } });
/** Returns a page without its nonces. */
const plain = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '');
/** Makes one object of every kind that has pages, with this readership and these words. */
async function makeAll(who: Caller, name: string, isOpen: boolean) {
  const { pub } = await who.call(communities.create, {
    body: { name, description: `О группе: ${name}`, ...(isOpen ? { readers: 'all' } : {}) },
    files: { avatar: [await picture()] },
  });
  const article = await makeDescribedArticle(who, pub._id, name);
  const { comment } = await who.call(communities.comment, {
    params: { postId: article._id },
    body: { text: `Комментарий: ${name}` },
  });
  const { channel } = await who.call(videohost.createChannel, {
    body: { name, description: `О канале: ${name}` },
  });
  const video = await makeDescribedVideo(who, name, isOpen ? 'open' : undefined);
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
      const head = await readHead(app, path);
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
    const shown = await readHead(app, `/videohost/video/${video._id}`);
    expect(shown.data).toMatchObject({
      '@type': 'VideoObject',
      name: video.title,
      description: video.description,
      thumbnailUrl: `${SITE}/media/videopreviews/${video.preview!.name}`,
      embedUrl: `${SITE}/embed/video/${video._id}`,
    });
    expect((await readHead(app, `/publicpost/${article._id}`)).data).toMatchObject({
      '@type': 'Article',
      headline: article.title,
    });
    expect((await readHead(app, `/userpost/${post._id}`)).data).toMatchObject({
      '@type': 'Article',
      datePublished: post.date,
      author: { '@type': 'Person', name: 'Анна Белова' },
    });
    expect((await readHead(app, `/public/${community._id}`)).feed).toBe(
      `${SITE}/rss/community/${community._id}.xml`,
    );
    const urls = await readSiteMap();
    for (const path of pagesOf(anna, all)) expect(urls).toContain(SITE + path);
  });

  test('of the catalogue and of a shared file has tags too', async () => {
    const game = await addGame(await joinAdmin(app), 'Гонки <2>', { description: 'Быстрые' });
    const { tags } = await readHead(app, `/store/${game._id}`);
    expect([tags['og:title'], tags['og:description']]).toEqual([game.name, game.description]);
    expect((await readHead(app, '/store')).tags['og:title']).toBe('Каталог игр');
    const {
      added: [file],
    } = await anna.call(cloud.upload, { files: { file: [new File(['x'], 'Карта босса.txt')] } });
    const path = `/cloud/file/${file!._id}`;
    const hidden = await get(path);
    expect([hidden.status, (await hidden.text()).includes('Карта')]).toEqual([200, false]);
    const absent = await get(`/cloud/file/${UNKNOWN}`);
    expect([absent.status, absent.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    await anna.call(cloudSharing.publish, { params: { id: file!._id } });
    // What nobody could read a moment ago is not remembered for longer than some seconds.
    const shown = await readHead(app, `${path}/`);
    expect([shown.status, shown.tags['og:title']]).toEqual([200, 'Карта босса.txt']);
    expect((await get(`${path}/`)).headers.get('x-robots-tag')).toBe('noindex');
  });
});

describe('What is for members', () => {
  test('leaves no word, name or file in pages, site maps, feeds, players or media', async () => {
    const word = 'Заговор';
    const all = await makeAll(boris, word, false);
    for (const path of [...pagesOf(boris, all), `/userpost/${all.post._id}`]) {
      const head = await readHead(app, path);
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
    const article = await makeDescribedArticle(boris, pub._id, 'Старый пост');
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
    // An edit that says nothing about readers changes nothing, and closing hides everything at
    // once.
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
    expect((await readHead(app, `/publicpost/${post._id}`)).tags).not.toHaveProperty('og:title');
  });

  test('videos by link, for friends or for members are not open, and closing takes the video away', async () => {
    const made = await Promise.all(
      (['link', 'friends', 'all'] as const).map((audience) =>
        makeDescribedVideo(anna, audience, audience),
      ),
    );
    for (const { _id, videoUrl } of made) {
      expect((await app.nobody.refusal(open.video, { params: { id: _id } })).status).toBe(404);
      expect((await get(`/media/videohostvideos/${videoUrl}`)).status).toBe(404);
      expect((await get(`/embed/video/${_id}`)).status).toBe(404);
    }
    const shown = await makeDescribedVideo(anna, 'Для всех', 'open');
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
