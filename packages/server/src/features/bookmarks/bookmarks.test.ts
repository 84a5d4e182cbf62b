import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { BOOKMARKS } from '@respa/contract/limits';
import * as bookmarks from '@respa/contract/bookmarks';
import * as privacy from '@respa/contract/privacy';
import * as wall from '@respa/contract/wall';
import type { Caller } from '#tests/support/driver.ts';
import { publishAd } from '#tests/support/members/classifieds.ts';
import { makeChannel, publish } from '#tests/support/members/channels.ts';
import { makeCommunity, write } from '#tests/support/members/communities.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();

const post = async (who: Caller, title: string, audience = 'all') =>
  (await who.call(wall.create, { body: { title, audience } })).post._id;
const target = (id: string, kind: bookmarks.BookmarkedKind = 'userpost') => ({
  params: { kind, id },
});
const list = async (who: Caller, query: Record<string, string> = {}) =>
  (await who.call(bookmarks.list, { query })).bookmarks;
const put = (who: Caller, id: string, folder?: string | null) =>
  who.call(bookmarks.put, { ...target(id), body: folder === undefined ? {} : { folder } });

test('a bookmark is private, is added once and shows the object', async () => {
  const id = await post(anna, 'Гайд по крафту');
  await put(boris, id);
  await put(boris, id);
  expect(await list(boris)).toMatchObject([
    { kind: 'userpost', object: id, folder: null, card: { text: 'Гайд по крафту' } },
  ]);
  expect(await list(anna)).toEqual([]);
  expect(await vera.call(bookmarks.one, target(id))).toEqual({ bookmarked: false, folder: null });
  await vera.call(bookmarks.remove, target(id));
  expect(await boris.call(bookmarks.one, target(id))).toEqual({ bookmarked: true, folder: null });
  await boris.call(bookmarks.remove, target(id));
  await boris.call(bookmarks.remove, target(id));
  expect(await list(boris)).toEqual([]);
});

test('what the owner of a bookmark may no longer see shows nothing of itself', async () => {
  const [gone, hidden] = [await post(anna, 'Удалю'), await post(anna, 'Спрячу')];
  for (const id of [gone, hidden]) await put(vera, id);
  await anna.call(wall.remove, { params: { id: gone } });
  await anna.call(privacy.block, { params: { id: vera.id } });
  const rows = await list(vera);
  expect(rows.map(({ card }) => card)).toEqual([null, null]);
  expect(JSON.stringify(rows)).not.toContain(anna.id);
  // It can be removed or moved, but not added again.
  await vera.call(bookmarks.remove, target(gone));
  expect(await vera.refusal(bookmarks.put, { ...target(gone), body: {} })).toMatchObject({
    status: 404,
  });
  await vera.call(bookmarks.remove, target(hidden));
  await anna.call(privacy.unblock, { params: { id: vera.id } });
  const closed = await post(anna, 'Друзьям', 'friends');
  expect(await vera.refusal(bookmarks.put, { ...target(closed), body: {} })).toMatchObject({
    status: 404,
  });
});

test('folders are made, renamed, filled and deleted; their bookmarks stay', async () => {
  const { folder } = await boris.call(bookmarks.createFolder, { body: { name: 'Гайды' } });
  const id = await post(anna, 'В папку');
  await put(boris, id, folder._id);
  await put(boris, id);
  expect(await list(boris, { folder: folder._id })).toHaveLength(1);
  expect((await boris.call(bookmarks.folders)).folders).toEqual([
    { _id: folder._id, name: 'Гайды', count: 1 },
  ]);
  const of = { params: { id: folder._id } };
  for (const act of [
    vera.refusal(bookmarks.renameFolder, { ...of, body: { name: 'Моя' } }),
    vera.refusal(bookmarks.removeFolder, of),
    vera.refusal(bookmarks.list, { query: { folder: folder._id } }),
    vera.refusal(bookmarks.put, { ...target(id), body: { folder: folder._id } }),
  ])
    expect(await act).toMatchObject({ status: 404 });
  expect(
    (await boris.call(bookmarks.renameFolder, { ...of, body: { name: 'Крафт' } })).folder,
  ).toEqual({ _id: folder._id, name: 'Крафт', count: 1 });
  await boris.call(bookmarks.removeFolder, of);
  expect(await list(boris)).toMatchObject([{ object: id, folder: null }]);
  await put(boris, id, null);
  await boris.call(bookmarks.remove, target(id));
});

test('every kind is bookmarked, and each kind is listed alone', async () => {
  const article = await write(anna, await makeCommunity(anna, 'Вестник'), 'Обзор');
  await makeChannel(anna, 'Прохождения');
  const video = await publish(anna, 'Босс');
  const ad = await publishAd(anna, 'Меч');
  const all = [
    ['userpost', await post(anna, 'Пост')],
    ['publicpost', article._id],
    ['video', video._id],
    ['ad', ad._id],
  ] as const;
  for (const [kind, id] of all) await boris.call(bookmarks.put, { ...target(id, kind), body: {} });
  expect((await list(boris)).map(({ kind }) => kind)).toEqual([
    'ad',
    'video',
    'publicpost',
    'userpost',
  ]);
  for (const [kind, id] of all)
    expect(await list(boris, { kind })).toMatchObject([{ object: id, card: { _id: id } }]);
});

test('bookmarks and folders have bounds, and pages', async () => {
  const { db } = app.server.context;
  await sql`
    insert into bookmarks (id, user_id, kind, object_id)
    select gen_random_uuid(), ${vera.id}, 'userpost', gen_random_uuid()
    from generate_series(1, ${BOOKMARKS.each - 1})
  `.execute(db);
  await put(vera, await post(anna, 'Последняя'));
  const extra = await post(anna, 'Лишняя');
  expect(await vera.refusal(bookmarks.put, { ...target(extra), body: {} })).toMatchObject({
    code: 'too_many_bookmarks',
  });
  const first = await vera.call(bookmarks.list);
  const second = await vera.call(bookmarks.list, {
    query: { before: first.bookmarks.at(-1)!._id },
  });
  expect(first.isLast).toBe(false);
  expect(new Set([...first.bookmarks, ...second.bookmarks].map(({ _id }) => _id)).size).toBe(
    first.bookmarks.length * 2,
  );
  for (let at = 0; at < BOOKMARKS.folders; at += 1)
    await vera.call(bookmarks.createFolder, { body: { name: `Папка ${at}` } });
  expect(await vera.refusal(bookmarks.createFolder, { body: { name: 'Лишняя' } })).toMatchObject({
    code: 'too_many_bookmark_folders',
  });
});
