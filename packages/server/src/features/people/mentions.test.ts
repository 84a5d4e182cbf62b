import { afterAll, beforeAll, expect, test } from 'vitest';
import * as authoring from '@respa/contract/authoring';
import * as communities from '@respa/contract/communities';
import { NAMED_PEOPLE } from '@respa/contract/limits';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { makeCommunity, write } from '#tests/support/members/communities.ts';
import { befriend } from '#tests/support/members/group-chats.ts';

let app: TestApp;
let [anna, boris, vera, gleb]: Caller[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera, gleb] = await Promise.all(
    ['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => app.join(name)),
  );
  await befriend(anna!, boris!);
  await gleb!.call(privacy.block, { params: { id: anna!.id } });
});
afterAll(() => app.stop());

/** Returns the mentions of '@…' words of a text, in their order. */
const marks = (text: string, ...who: Caller[]) =>
  JSON.stringify(
    [...text.matchAll(/@\S+/g)].map(({ 0: { length }, index: offset }, at) => ({
      user: who[at]!.id,
      offset,
      length,
    })),
  );
const told = async (who: Caller) =>
  (await who.call(notifications.list)).notifications
    .filter(({ type }) => type === 'mention')
    .map(({ title, postType, postID, from }) => ({ title, postType, postID, from }));
const post = async (title: string, more: Record<string, unknown> = {}) =>
  (await anna!.call(wall.create, { body: { title, ...more } })).post;
const remove = (id: string) => anna!.call(wall.remove, { params: { id } });

test('a post names people who may see it and are not blocked, and they learn of it', async () => {
  const title = 'С @Борис, @Вера и @Глеб';
  const { _id, mentions } = await post(title, {
    mentions: marks(title, boris!, vera!, gleb!),
    audience: 'friends',
  });
  // The one who blocks the author stays plain text; the stranger does not see the post.
  expect(mentions?.map(({ user }) => user)).toEqual([boris!.id, vera!.id]);
  expect(await told(boris!)).toEqual([
    {
      title: 'Вас упомянули в посте',
      postType: 'userpost',
      postID: _id,
      from: anna!.id,
    },
  ]);
  expect(await told(vera!)).toEqual([]);
  expect(await told(gleb!)).toEqual([]);
  await remove(_id);
  expect(await told(boris!)).toEqual([]);
});

test('an edit tells only those who are new, and takes back the notices to those who left', async () => {
  const { _id } = await post('Вот @Борис', { mentions: marks('Вот @Борис', boris!) });
  await boris!.call(notifications.read);
  const edit = async (title: string, ...who: Caller[]) =>
    (
      await anna!.call(authoring.edit, {
        params: { id: _id },
        body: { title, mentions: marks(title, ...who) },
      })
    ).post.mentions;
  await edit('Вот @Борис и @Вера', boris!, vera!);
  expect(await told(boris!)).toHaveLength(1);
  expect(await told(vera!)).toHaveLength(1);
  expect(await edit('Вот никто')).toBeUndefined();
  expect(await told(boris!)).toEqual([]);
  expect(await told(vera!)).toEqual([]);
  await remove(_id);
});

test('a draft tells nobody until it is published', async () => {
  const { _id } = await post('Тут @Вера', { mentions: marks('Тут @Вера', vera!), draft: 'true' });
  expect(await told(vera!)).toEqual([]);
  const published = (await anna!.call(authoring.publish, { params: { id: _id } })).post;
  expect(published.mentions).toHaveLength(1);
  expect(await told(vera!)).toMatchObject([{ postID: published._id }]);
  await remove(published._id);
});

test('a comment tells those who may read its object, and its deletion takes that back', async () => {
  const { _id } = await post('Для друзей', { audience: 'friends' });
  const comment = async (text: string, ...who: Caller[]) =>
    (
      await boris!.call(reactions.comment, {
        params: { postId: _id },
        body: { text, mentions: marks(text, ...who) },
      })
    ).comment;
  const written = await comment('@Анна и @Вера', anna!, vera!);
  expect(written.mentions).toHaveLength(2);
  expect(await told(anna!)).toMatchObject([
    { title: 'Вас упомянули в комментарии', postType: 'userpost', postID: _id },
  ]);
  expect(await told(vera!)).toEqual([]);
  await boris!.call(reactions.editComment, {
    params: { id: written._id },
    body: { text: 'никого' },
  });
  expect(await told(anna!)).toEqual([]);
  const again = await comment('@Анна', anna!);
  expect(await told(anna!)).toHaveLength(1);
  await boris!.call(reactions.removeComment, { params: { id: again._id } });
  expect(await told(anna!)).toEqual([]);
  await remove(_id);
});

test('an article names people when it is published', async () => {
  const group = await makeCommunity(anna!, 'Отряд');
  const { _id } = await write(anna!, group, 'Статья', {
    text: 'Спасибо, @Вера',
    mentions: marks('Спасибо, @Вера', vera!),
  });
  const shown = (await boris!.call(communities.post, { params: { id: _id } })).post;
  expect(shown.mentions).toMatchObject([{ user: vera!.id }]);
  expect(await told(vera!)).toMatchObject([{ postType: 'publicpost', postID: _id }]);
});

test('refuses mentions that are too many, overlap, leave the text or are no list', async () => {
  const many = '@Борис '.repeat(NAMED_PEOPLE + 1).trim();
  const bad = [
    [many, marks(many, ...Array.from({ length: NAMED_PEOPLE + 1 }, () => boris!))],
    ['@Борис', JSON.stringify([{ user: boris!.id, offset: 0, length: 7 }])],
    [
      '@Борис',
      JSON.stringify([
        { user: boris!.id, offset: 0, length: 6 },
        { user: vera!.id, offset: 3, length: 2 },
      ]),
    ],
    ['@Борис', '{'],
    ['@Борис', '[{"user":1}]'],
  ] as const;
  for (const [title, mentions] of bad)
    expect(await anna!.refusal(wall.create, { body: { title, mentions } })).toMatchObject({
      code: 'bad_mentions',
    });
});
test('words without an @, and people who do not exist, stay plain text', async () => {
  const { mentions } = await post('Борис @Никто', {
    mentions: JSON.stringify([
      { user: boris!.id, offset: 0, length: 5 },
      { user: crypto.randomUUID(), offset: 6, length: 6 },
    ]),
  });
  expect(mentions).toBeUndefined();
  expect(await told(boris!)).toEqual([]);
});
