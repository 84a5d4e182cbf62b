import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as communities from '@respa/contract/communities';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as linkCards from '@respa/contract/link-cards';
import * as privacy from '@respa/contract/privacy';
import * as wall from '@respa/contract/wall';
import * as authoring from '@respa/contract/authoring';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import { isStored, movingPicture, picture, until } from '#tests/support/files/pictures.ts';
import { html } from '#tests/support/servers/hostile-site.ts';
import { makeCommunity, write } from '#tests/support/members/communities.ts';
import {
  change,
  readRoom,
  roomOf,
  sendMessage,
  take,
} from '#tests/support/members/conversations.ts';
import { sweepLinks } from './fetching.ts';
import { openLinks } from '#tests/support/members/open-links.ts';
import sharp from 'sharp';

const { app, site, anna, boris, vera, room, find, cardOf } = await openLinks();
let count = 0;
let path: string;
beforeEach(() => {
  count += 1;
  path = `/page${count}`;
});
/** Each test has a site of its own, because requests of one site are limited. */
const at = (place: string) => site.at(place, `site${count}.example`);
const page = (title: string, more = '') =>
  html(`<title>${title}</title><meta name="description" content="Описание">${more}`);
const post = async (who: Caller, title: string) =>
  (await who.call(wall.create, { body: { title } })).post;
const postOf = async (who: Caller, id: string) =>
  (await who.call(wall.one, { params: { id } })).post;
const remove = (kind: linkCards.LinkedKind, id: string) => ({ params: { kind, id } });

test('a link in a message becomes a card with our own copy of its picture', async () => {
  site.pages[path] = page('Заголовок', '<meta property="og:image" content="/cover.png">');
  const bytes = Buffer.from(await (await picture('png')).arrayBuffer());
  site.pages['/cover.png'] = html(bytes, { 'content-type': 'image/png' });
  const sent = await sendMessage(anna, room, `Смотри ${at(path)}`);
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
  const sent = await sendMessage(anna, room, at(path));
  await cardOf(sent._id);
  const { seq } = (
    await sql<{ seq: number }>`select seq from messages where id = ${sent._id}`.execute(
      app.server.context.db,
    )
  ).rows[0]!;
  const changes = await boris.call(chats.messages, {
    params: { page: 1, offset: 0 },
    query: { room, after: seq - 1 },
  });
  expect(changes.messages.map(({ link }) => link?.title)).toEqual(['Для потока']);
  expect((await find(boris, sent._id))?.edited).toBe(false);
});

test('an animated picture becomes a still one', async () => {
  site.pages[path] = page('Мигает', '<meta property="og:image" content="/moving.gif">');
  const bytes = Buffer.from(await (await movingPicture()).arrayBuffer());
  site.pages['/moving.gif'] = html(bytes, { 'content-type': 'image/gif' });
  const card = await cardOf((await sendMessage(anna, room, at(path)))._id);
  const shown = await fetch(`${app.url}/media/linkcards/${card.picture!.name}`);
  const { pages } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  expect(pages ?? 1).toBe(1);
});

test('an edit replaces or removes the card', async () => {
  site.pages[`${path}-a`] = page('Первая');
  site.pages[`${path}-b`] = page('Вторая');
  const { _id } = await sendMessage(anna, room, at(`${path}-a`));
  await cardOf(_id, 'Первая');
  await change(anna, _id, at(`${path}-b`));
  await cardOf(_id, 'Вторая');
  expect((await change(anna, _id, 'без ссылки')).link).toBeUndefined();
  expect((await find(boris, _id))?.link).toBeUndefined();
});

test('only the author removes a card, for good', async () => {
  site.pages[path] = page('Уйдёт');
  const { _id } = await sendMessage(anna, room, at(path));
  await cardOf(_id);
  for (const who of [boris, vera])
    expect(await who.refusal(linkCards.remove, remove('message', _id))).toMatchObject({
      status: 404,
    });
  await anna.call(linkCards.remove, remove('message', _id));
  await anna.call(linkCards.remove, remove('message', _id));
  expect((await find(boris, _id))?.link).toBeUndefined();
  const edited = await change(anna, _id, `${at(path)} снова`);
  expect(edited.link).toBeUndefined();
});

test('a deleted message leaves no row, and a forwarded one brings its card along', async () => {
  site.pages[path] = page('Дальше');
  const { _id } = await sendMessage(anna, room, at(path));
  await cardOf(_id);
  const other = await roomOf(boris, vera);
  await boris.call(extras.forward, {
    body: { messages: [_id], rooms: [other], clientId: crypto.randomUUID() },
  });
  expect((await readRoom(vera, other)).at(-1)?.link?.title).toBe('Дальше');
  await take(anna, _id);
  const { rows } = await sql`select from attached_links where message_id = ${_id}`.execute(
    app.server.context.db,
  );
  expect(rows).toEqual([]);
});

test('a post and a published draft have cards, which only readers of the post see', async () => {
  site.pages[path] = page('Пост');
  const { _id } = await post(anna, `Новость: ${at(path)}`);
  await until(async () => (await postOf(boris, _id)).link?.title === 'Пост');
  const { post: draft } = await anna.call(wall.create, {
    body: { title: at(path), draft: 'true' },
  });
  const published = (await anna.call(authoring.publish, { params: { id: draft._id } })).post;
  expect(published.link?.title).toBe('Пост');
  expect(await boris.refusal(linkCards.remove, remove('userpost', _id))).toMatchObject({
    status: 404,
  });
  await anna.call(linkCards.remove, remove('userpost', _id));
  expect((await postOf(boris, _id)).link).toBeUndefined();
  await anna.call(authoring.edit, { params: { id: published._id }, body: { title: 'Без неё' } });
  expect((await postOf(boris, published._id)).link).toBeUndefined();
});

test('an article has a card, which its editors remove', async () => {
  site.pages[path] = page('Статья');
  const group = await makeCommunity(anna, 'Редакция');
  const { _id } = await write(anna, group, 'Статья', { text: at(path) });
  const read = async (who: Caller) =>
    (await who.call(communities.post, { params: { id: _id } })).post.link?.title;
  await until(async () => (await read(boris)) === 'Статья');
  expect(await boris.refusal(linkCards.remove, remove('publicpost', _id))).toMatchObject({
    status: 404,
  });
  await anna.call(linkCards.remove, remove('publicpost', _id));
  expect(await read(boris)).toBeUndefined();
});

test('a member who switched cards off makes none', async () => {
  site.pages[path] = page('Никому');
  await vera.call(privacy.set, { body: { linkCards: false } });
  const other = await roomOf(vera, anna);
  await sendMessage(vera, other, at(path));
  expect((await post(vera, at(path))).link).toBeUndefined();
  expect(site.requests).not.toContain(path);
  const { rows } = await sql`select from link_cards where url = ${at(path)}`.execute(
    app.server.context.db,
  );
  expect(rows).toEqual([]);
});

test('the nightly sweep deletes cards that nothing shows, with their pictures', async () => {
  site.pages[path] = page('Забыта', '<meta property="og:image" content="/cover.png">');
  const { _id } = await sendMessage(anna, room, at(path));
  const { picture: image } = await cardOf(_id);
  const db = app.server.context.db;
  const age = () => sql`update link_cards set created_at = now() - interval '31 days'`.execute(db);
  await age();
  await sweepLinks(app.server.context);
  expect((await find(boris, _id))?.link?.title).toBe('Забыта');
  await take(anna, _id);
  await sweepLinks(app.server.context);
  await until(async () => !(await isStored(app, 'linkcards', image!.name)));
  const { rows } = await sql`select from link_cards where url = ${at(path)}`.execute(db);
  expect(rows).toEqual([]);
});

test('a deleted account leaves the cards of its messages', async () => {
  site.pages[path] = page('Остаётся', '<meta property="og:image" content="/cover.png">');
  const gleb = await app.join('Глеб');
  const other = await roomOf(gleb, anna);
  const { _id } = await sendMessage(gleb, other, at(path));
  const read = async () =>
    (await readRoom(anna, other)).find((message) => message._id === _id)?.link;
  await until(async () => (await read()) !== undefined);
  await gleb.call(account.deleteProfile, { body: { password: PASSWORD } });
  const { picture: image } = (await read())!;
  expect(await isStored(app, 'linkcards', image!.name)).toBe(true);
});
