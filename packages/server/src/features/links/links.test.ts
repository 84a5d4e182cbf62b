import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as communities from '@respa/contract/communities';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as linkCards from '@respa/contract/link-cards';
import * as privacy from '@respa/contract/privacy';
import * as wall from '@respa/contract/wall';
import * as authoring from '@respa/contract/authoring';
import { LINK_CARDS, RATE_LIMITS } from '@respa/contract/limits';
import { makeSafeFetch } from '#platform/http/safe-fetch.ts';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { isStored, movingPicture, picture, until } from '#tests/support/files/pictures.ts';
import { html, redirect, startHostileSite, type HostileSite } from '#tests/support/hostile-site.ts';
import { makeCommunity, write } from '#tests/support/members/communities.ts';
import {
  change,
  readRoom,
  roomOf,
  sendMessage,
  take,
  type Message,
} from '#tests/support/members/conversations.ts';
import { sweepLinks } from './fetching.ts';

let app: TestApp;
let site: HostileSite;
let [anna, boris, vera]: Caller[] = [];
let room: string;
beforeAll(async () => {
  app = await startTestApp({ LINK_CARDS: 'on', RATE_LIMITS: 'on' });
  site = await startHostileSite();
  // The other site stands on 127.0.0.1, which only its port may stand for.
  app.server.context.links.fetch = makeSafeFetch({
    userAgent: 'RespaBot',
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address, port) => address === '127.0.0.1' && port === site.port,
  });
  [anna, boris, vera] = await Promise.all(['Анна', 'Борис', 'Вера'].map((name) => app.join(name)));
  room = await roomOf(anna!, boris!);
});
let count = 0;
let path: string;
beforeEach(() => {
  count += 1;
  path = `/page${count}`;
});
afterAll(async () => {
  await site.stop();
  await app.stop();
});

/** Each test has a site of its own, because requests of one site are limited. */
const at = (place: string) => site.at(place, `site${count}.example`);
const page = (title: string, more = '') =>
  html(`<title>${title}</title><meta name="description" content="Описание">${more}`);
const find = async (who: Caller, id: string): Promise<Message | undefined> =>
  (await readRoom(who, room)).find(({ _id }) => _id === id);
/** Returns the card of a message once there is one. */
async function cardOf(id: string, title?: string) {
  await until(async () => {
    const link = (await find(boris!, id))?.link;
    return link !== undefined && (title === undefined || link.title === title);
  });
  return (await find(boris!, id))!.link!;
}
/** Waits until a page was fetched, whatever came of it. */
const fetched = (url: string) =>
  until(async () => {
    const { rows } = await sql<{ done: boolean }>`
      select fetched_at is not null as done from link_cards where url = ${url}
    `.execute(app.server.context.db);
    return rows[0]?.done === true;
  });
const post = async (who: Caller, title: string) =>
  (await who.call(wall.create, { body: { title } })).post;
const postOf = async (who: Caller, id: string) =>
  (await who.call(wall.one, { params: { id } })).post;
const remove = (kind: linkCards.LinkedKind, id: string) => ({ params: { kind, id } });

test('a link in a message becomes a card with our own copy of its picture', async () => {
  site.pages[path] = page('Заголовок', '<meta property="og:image" content="/cover.png">');
  const bytes = Buffer.from(await (await picture('png')).arrayBuffer());
  site.pages['/cover.png'] = html(bytes, { 'content-type': 'image/png' });
  const sent = await sendMessage(anna!, room, `Смотри ${at(path)}`);
  expect(sent.link).toBeUndefined();
  const card = await cardOf(sent._id);
  expect(card).toMatchObject({
    url: at(path),
    site: `site${count}.example`,
    title: 'Заголовок',
    text: 'Описание',
    picture: { name: expect.stringMatching(/^[0-9a-f]{32}\.webp$/) },
  });
  const shown = await fetch(`${app.url}/media/linkcards/${card.picture!.name}`);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(false);
});

test('readers learn of a card by the stream, also those who come back later', async () => {
  site.pages[path] = page('Для потока');
  const sent = await sendMessage(anna!, room, at(path));
  await cardOf(sent._id);
  const { seq } = (
    await sql<{ seq: number }>`select seq from messages where id = ${sent._id}`.execute(
      app.server.context.db,
    )
  ).rows[0]!;
  const changes = await boris!.call(chats.messages, {
    params: { page: 1, offset: 0 },
    query: { room, after: seq - 1 },
  });
  expect(changes.messages.map(({ link }) => link?.title)).toEqual(['Для потока']);
  expect((await find(boris!, sent._id))?.edited).toBe(false);
});

test('a page is fetched once a day, however many texts name it', async () => {
  site.pages[path] = page('Один раз');
  const url = at(path);
  await cardOf((await sendMessage(anna!, room, url))._id);
  const again = await sendMessage(boris!, room, `${url}#другое-место`);
  expect(again.link?.title).toBe('Один раз');
  expect((await post(anna!, url)).link?.title).toBe('Один раз');
  expect(site.requests.filter((one) => one === path)).toHaveLength(1);
  // After a day the next use fetches it again.
  await sql`
    update link_cards set fetched_at = now() - make_interval(secs => ${LINK_CARDS.freshSeconds + 1})
    where url = ${url}
  `.execute(app.server.context.db);
  site.pages[path] = page('Новое');
  const later = await sendMessage(anna!, room, url);
  expect((await cardOf(later._id, 'Новое')).title).toBe('Новое');
});

test('a hostile server gets no card and reaches nothing', async () => {
  const attacks = {
    loopback: redirect('http://127.0.0.1:80/'),
    inner: redirect(`http://127.0.0.1:${new URL(app.url).port}/greeting`),
    six: redirect('http://[::1]/'),
    loop: redirect(`${path}-loop`),
    script: html('alert(1)', { 'content-type': 'text/javascript' }),
    empty: html(''),
  };
  for (const [name, answer] of Object.entries(attacks)) {
    site.pages[`${path}-${name}`] = answer;
    const url = at(`${path}-${name}`);
    const { _id } = await sendMessage(anna!, room, url);
    await fetched(url);
    expect((await find(boris!, _id))?.link).toBeUndefined();
  }
  // A failure is kept for a day too.
  await sendMessage(anna!, room, at(`${path}-empty`));
  expect(site.requests.filter((one) => one === `${path}-empty`)).toHaveLength(1);
});

test('hostile tags are text, and a hostile picture is left out', async () => {
  site.pages[path] = html(`<title><script>alert(1)</script>\u202E</title>
    <meta property="og:image" content="/bomb.png">`);
  site.pages['/bomb.png'] = html('<svg onload="alert(1)"/>', { 'content-type': 'image/png' });
  const { _id } = await sendMessage(anna!, room, at(path));
  expect(await cardOf(_id)).toMatchObject({ title: '<script>alert(1)</script>', picture: null });
});

test('an animated picture becomes a still one', async () => {
  site.pages[path] = page('Мигает', '<meta property="og:image" content="/moving.gif">');
  const bytes = Buffer.from(await (await movingPicture()).arrayBuffer());
  site.pages['/moving.gif'] = html(bytes, { 'content-type': 'image/gif' });
  const card = await cardOf((await sendMessage(anna!, room, at(path)))._id);
  const shown = await fetch(`${app.url}/media/linkcards/${card.picture!.name}`);
  const { pages } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  expect(pages ?? 1).toBe(1);
});

test('an edit replaces or removes the card', async () => {
  site.pages[`${path}-a`] = page('Первая');
  site.pages[`${path}-b`] = page('Вторая');
  const { _id } = await sendMessage(anna!, room, at(`${path}-a`));
  await cardOf(_id, 'Первая');
  await change(anna!, _id, at(`${path}-b`));
  await cardOf(_id, 'Вторая');
  expect((await change(anna!, _id, 'без ссылки')).link).toBeUndefined();
  expect((await find(boris!, _id))?.link).toBeUndefined();
});

test('only the author removes a card, for good', async () => {
  site.pages[path] = page('Уйдёт');
  const { _id } = await sendMessage(anna!, room, at(path));
  await cardOf(_id);
  for (const who of [boris!, vera!])
    expect(await who.refusal(linkCards.remove, remove('message', _id))).toMatchObject({
      status: 404,
    });
  await anna!.call(linkCards.remove, remove('message', _id));
  await anna!.call(linkCards.remove, remove('message', _id));
  expect((await find(boris!, _id))?.link).toBeUndefined();
  const edited = await change(anna!, _id, `${at(path)} снова`);
  expect(edited.link).toBeUndefined();
});

test('a deleted message leaves no row, and a forwarded one brings its card along', async () => {
  site.pages[path] = page('Дальше');
  const { _id } = await sendMessage(anna!, room, at(path));
  await cardOf(_id);
  const other = await roomOf(boris!, vera!);
  await boris!.call(extras.forward, {
    body: { messages: [_id], rooms: [other], clientId: crypto.randomUUID() },
  });
  expect((await readRoom(vera!, other)).at(-1)?.link?.title).toBe('Дальше');
  await take(anna!, _id);
  const { rows } = await sql`select from attached_links where message_id = ${_id}`.execute(
    app.server.context.db,
  );
  expect(rows).toEqual([]);
});

test('a post and a published draft have cards, which only readers of the post see', async () => {
  site.pages[path] = page('Пост');
  const { _id } = await post(anna!, `Новость: ${at(path)}`);
  await until(async () => (await postOf(boris!, _id)).link?.title === 'Пост');
  const { post: draft } = await anna!.call(wall.create, {
    body: { title: at(path), draft: 'true' },
  });
  const published = (await anna!.call(authoring.publish, { params: { id: draft._id } })).post;
  expect(published.link?.title).toBe('Пост');
  expect(await boris!.refusal(linkCards.remove, remove('userpost', _id))).toMatchObject({
    status: 404,
  });
  await anna!.call(linkCards.remove, remove('userpost', _id));
  expect((await postOf(boris!, _id)).link).toBeUndefined();
  await anna!.call(authoring.edit, { params: { id: published._id }, body: { title: 'Без неё' } });
  expect((await postOf(boris!, published._id)).link).toBeUndefined();
});

test('an article has a card, which its editors remove', async () => {
  site.pages[path] = page('Статья');
  const group = await makeCommunity(anna!, 'Редакция');
  const { _id } = await write(anna!, group, 'Статья', { text: at(path) });
  const read = async (who: Caller) =>
    (await who.call(communities.post, { params: { id: _id } })).post.link?.title;
  await until(async () => (await read(boris!)) === 'Статья');
  expect(await boris!.refusal(linkCards.remove, remove('publicpost', _id))).toMatchObject({
    status: 404,
  });
  await anna!.call(linkCards.remove, remove('publicpost', _id));
  expect(await read(boris!)).toBeUndefined();
});

test('a member who switched cards off makes none', async () => {
  site.pages[path] = page('Никому');
  await vera!.call(privacy.set, { body: { linkCards: false } });
  const other = await roomOf(vera!, anna!);
  await sendMessage(vera!, other, at(path));
  expect((await post(vera!, at(path))).link).toBeUndefined();
  expect(site.requests).not.toContain(path);
  const { rows } = await sql`select from link_cards where url = ${at(path)}`.execute(
    app.server.context.db,
  );
  expect(rows).toEqual([]);
});

const LIMITS = ['linkCards', 'dailyLinkCards'] as const;
test.each(LIMITS)('a member who used up the limit %s writes on without cards', async (name) => {
  const { limits } = app.server.context;
  for (const each of LIMITS) await limits.forgive(each, vera!.id);
  await limits.spend(name, vera!.id, RATE_LIMITS[name].count);
  await vera!.call(privacy.set, { body: { linkCards: true } });
  site.pages[path] = page('Слишком много');
  await sendMessage(vera!, await roomOf(vera!, anna!), at(path));
  const { rows } = await sql`select from link_cards where url = ${at(path)}`.execute(
    app.server.context.db,
  );
  expect(rows).toEqual([]);
});

test('one site is not requested more often than the limit', async () => {
  const db = app.server.context.db;
  await sql`
    insert into link_cards (url_hash, url, site_key, status, fetched_at)
    select sha256(i::text::bytea), 'https://busy.example/' || i, 'busy.example', 'none', now()
    from generate_series(1, ${LINK_CARDS.perSiteMinute}) i
  `.execute(db);
  const url = site.at(path, 'www.busy.example');
  site.pages[path] = page('Позже');
  await sendMessage(anna!, room, url);
  await until(async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select run_at > now() + interval '30 seconds' as waits
      from graphile_worker.jobs
      where task_identifier = 'links.fetch'
    `.execute(db);
    return rows.some(({ waits }) => waits);
  });
  expect(site.requests).not.toContain(path);
});

test('the nightly sweep deletes cards that nothing shows, with their pictures', async () => {
  site.pages[path] = page('Забыта', '<meta property="og:image" content="/cover.png">');
  const { _id } = await sendMessage(anna!, room, at(path));
  const { picture: image } = await cardOf(_id);
  const db = app.server.context.db;
  const age = () => sql`update link_cards set created_at = now() - interval '31 days'`.execute(db);
  await age();
  await sweepLinks(app.server.context);
  expect((await find(boris!, _id))?.link?.title).toBe('Забыта');
  await take(anna!, _id);
  await sweepLinks(app.server.context);
  await until(async () => !(await isStored(app, 'linkcards', image!.name)));
  const { rows } = await sql`select from link_cards where url = ${at(path)}`.execute(db);
  expect(rows).toEqual([]);
});

test('a deleted account leaves the cards of its messages', async () => {
  site.pages[path] = page('Остаётся', '<meta property="og:image" content="/cover.png">');
  const gleb = await app.join('Глеб');
  const other = await roomOf(gleb, anna!);
  const { _id } = await sendMessage(gleb, other, at(path));
  const read = async () =>
    (await readRoom(anna!, other)).find((message) => message._id === _id)?.link;
  await until(async () => (await read()) !== undefined);
  await gleb.call(account.deleteProfile, { body: { password: PASSWORD } });
  const { picture: image } = (await read())!;
  expect(await isStored(app, 'linkcards', image!.name)).toBe(true);
});
