import { expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER } from '@respa/contract/idempotency';
import * as account from '@respa/contract/account';
import * as authoring from '@respa/contract/authoring';
import * as communities from '@respa/contract/communities';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as sharing from '@respa/contract/sharing';
import * as wall from '@respa/contract/wall';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { makeChannel, publish } from '#tests/support/members/channels.ts';
import { makeCommunity, write } from '#tests/support/members/communities.ts';
import { openTrio } from '#tests/support/members/trio.ts';

// Anna writes, Boris is her friend and shares, Vera is a friend of Boris alone.
const { app, anna, boris, vera } = await openTrio();
for (const [one, other] of [
  [anna, boris],
  [boris, vera],
] as const) {
  await one.call(friends.make, { params: { id: other.id } });
  await other.call(friends.accept, { params: { to: one.id } });
}

const post = async (who: Caller, body: Record<string, unknown>, file: Blob[] = []) =>
  (await who.call(wall.create, { body, files: { file } })).post;
const ref = (id: string, kind: sharing.SharedKind = 'userpost') => ({ params: { kind, id } });
const share = async (who: Caller, id: string, body: Record<string, unknown> = {}) =>
  (await who.call(sharing.toWall, { ...ref(id), body })).id;
const read = async (who: Caller, id: string) => (await who.call(wall.one, { params: { id } })).post;
const notices = async (id: string) =>
  (await anna.call(notifications.list)).notifications.filter(
    ({ type, postID }) => type === 'share' && postID === id,
  );

test('a repost shows author, date, text and pictures of the original, and counts', async () => {
  const original = await post(anna, { title: 'Собрала пати на рейд' }, [await picture()]);
  const id = await share(boris, original._id, { text: 'Идём вместе' });
  const shown = await read(vera, id);
  expect(shown).toMatchObject({
    title: 'Идём вместе',
    user: boris.id,
    repost: {
      card: {
        kind: 'userpost',
        _id: original._id,
        date: original.date,
        text: original.title,
        pictures: original.pictures,
        head: { id: anna.id, name: 'Анна' },
      },
    },
  });
  expect((await read(vera, original._id)).shares).toBe(1);
  // Without words it is a whole post, and it can be edited to have none.
  const silent = await share(vera, original._id);
  await vera.call(authoring.edit, { params: { id: silent }, body: { title: '' } });
  expect((await read(anna, original._id)).shares).toBe(2);
  await vera.call(wall.remove, { params: { id: silent } });
  expect((await read(anna, original._id)).shares).toBe(1);
});

test('a hidden original and a deleted one look the same, and show nothing', async () => {
  const closed = await post(anna, { title: 'Только друзьям', audience: 'friends' });
  const open = await post(anna, { title: 'Скоро исчезнет' });
  const [ofClosed, ofOpen] = [await share(boris, closed._id), await share(boris, open._id)];
  expect((await read(boris, ofClosed)).repost?.card?.text).toBe('Только друзьям');
  await anna.call(wall.remove, { params: { id: open._id } });
  const [hidden, gone] = [await read(vera, ofClosed), await read(vera, ofOpen)];
  expect(hidden.repost).toEqual({ card: null });
  expect(gone.repost).toEqual({ card: null });
  expect(JSON.stringify(hidden)).not.toContain(closed._id);
  expect(JSON.stringify(hidden)).not.toContain(anna.id);
  // The wall of Boris is the same for a visitor.
  const page = await app.nobody.call(wall.list, {
    params: { userId: boris.id, page: 1, offset: 0 },
  });
  expect(JSON.stringify(page)).not.toContain('Только друзьям');
  expect(await vera.refusal(sharing.toWall, { ...ref(closed._id), body: {} })).toMatchObject({
    status: 404,
  });
  // What Vera cannot see through the repost she cannot share further.
  expect(await vera.refusal(sharing.toWall, { ...ref(ofClosed), body: {} })).toMatchObject({
    status: 404,
  });
  expect(await boris.refusal(sharing.toWall, { ...ref(open._id), body: {} })).toMatchObject({
    status: 404,
  });
});

test('a draft is not shared, and a repost of a repost shares the original', async () => {
  const draft = await post(anna, { title: 'Черновик', draft: 'true' });
  expect(await anna.refusal(sharing.toWall, { ...ref(draft._id), body: {} })).toMatchObject({
    status: 404,
  });
  const original = await post(anna, { title: 'Первый' });
  const second = await share(boris, original._id, { text: 'Второй' });
  const third = await share(vera, second);
  expect((await read(anna, third)).repost?.card?._id).toBe(original._id);
  expect((await read(anna, original._id)).shares).toBe(2);
  expect((await read(anna, second)).shares).toBeUndefined();
});

test('blocks in both directions hide the original', async () => {
  const original = await post(anna, { title: 'Под замком' });
  const id = await share(boris, original._id);
  expect((await read(vera, id)).repost?.card).not.toBeNull();
  for (const [by, other] of [
    [anna, vera],
    [vera, anna],
  ] as const) {
    await by.call(privacy.block, { params: { id: other.id } });
    expect((await read(vera, id)).repost).toEqual({ card: null });
    expect(await vera.refusal(sharing.toWall, { ...ref(original._id), body: {} })).toMatchObject({
      status: 404,
    });
    await by.call(privacy.unblock, { params: { id: other.id } });
  }
});

test('the author is told once of all who shared, and no more once they took it back', async () => {
  const original = await post(anna, { title: 'Для уведомлений' });
  const first = await share(boris, original._id);
  const again = await share(boris, original._id);
  const second = await share(vera, original._id);
  const [notice, ...others] = await notices(original._id);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ from: vera.id, others: 1, postID: original._id });
  await vera.call(wall.remove, { params: { id: second } });
  expect(await notices(original._id)).toMatchObject([{ from: boris.id, others: 0 }]);
  await boris.call(wall.remove, { params: { id: first } });
  expect(await notices(original._id)).toHaveLength(1);
  await boris.call(wall.remove, { params: { id: again } });
  expect(await notices(original._id)).toEqual([]);
  // A repost that Anna may not see is no news for her.
  const hidden = await share(vera, original._id, { audience: 'friends' });
  expect(await notices(original._id)).toEqual([]);
  expect((await anna.call(sharing.sharers, ref(original._id))).posts).toEqual([]);
  expect(await boris.call(sharing.sharers, ref(original._id))).toMatchObject({
    count: 1,
    posts: [{ _id: hidden, head: { id: vera.id } }],
    next: null,
  });
});

test('who shared is listed page by page', async () => {
  const original = await post(anna, { title: 'Много раз' });
  const ids: string[] = [];
  for (let at = 0; at < 12; at += 1) ids.unshift(await share(boris, original._id));
  const first = await anna.call(sharing.sharers, ref(original._id));
  const second = await anna.call(sharing.sharers, {
    ...ref(original._id),
    query: { before: first.next! },
  });
  expect([...first.posts, ...second.posts].map(({ _id }) => _id)).toEqual(ids);
  expect([first.count, second.next]).toEqual([12, null]);
});

test('those who run a community share to it, and nobody learns who it was', async () => {
  const publicId = await makeCommunity(boris, 'Рейдеры');
  const original = await post(anna, { title: 'Для группы' });
  const to = { params: { kind: 'userpost' as const, id: original._id, publicId } };
  const { id } = await boris.call(sharing.toCommunity, { ...to, body: { text: 'Смотрите' } });
  const { post: article } = await vera.call(communities.post, { params: { id } });
  expect(article).toMatchObject({
    text: 'Смотрите',
    author: null,
    repost: { card: { _id: original._id } },
  });
  expect(await vera.refusal(sharing.toCommunity, { ...to, body: {} })).toMatchObject({
    status: 403,
  });
  expect(await notices(original._id)).toEqual([]);
  const { posts } = await vera.call(sharing.sharers, ref(original._id));
  expect(posts).toMatchObject([{ kind: 'publicpost', head: { id: publicId } }]);
  expect(JSON.stringify(posts)).not.toContain(boris.id);
  // The count follows the community.
  await boris.call(communities.remove, { params: { id: publicId } });
  expect((await read(anna, original._id)).shares).toBeUndefined();
});

test('articles and videos are shared, and their owners are told', async () => {
  const publicId = await makeCommunity(anna, 'Вестник');
  const article = await write(anna, publicId, 'Обзор', { text: 'Длинный текст' });
  const ofArticle = await boris.call(sharing.toWall, {
    ...ref(article._id, 'publicpost'),
    body: {},
  });
  expect((await read(vera, ofArticle.id)).repost?.card).toMatchObject({
    title: 'Обзор',
    text: 'Длинный текст',
    head: { id: publicId },
  });
  await makeChannel(anna, 'Прохождения');
  const video = await publish(anna, 'Босс без урона');
  const ofVideo = await boris.call(sharing.toWall, { ...ref(video._id, 'video'), body: {} });
  expect((await read(vera, ofVideo.id)).repost?.card).toMatchObject({
    kind: 'video',
    text: 'Босс без урона',
  });
  expect(await notices(video._id)).toMatchObject([{ from: boris.id, postType: 'video' }]);
});

test('one press makes one repost', async () => {
  const original = await post(anna, { title: 'Один раз' });
  const key = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() };
  const input = { ...ref(original._id), body: { text: 'Да' } };
  const bodies = await Promise.all(
    [1, 2, 3].map(async () => (await boris.request(sharing.toWall, input, key)).json()),
  );
  expect(new Set(bodies.map(({ id }: { id: string }) => id)).size).toBe(1);
  expect((await read(anna, original._id)).shares).toBe(1);
  await boris.call(sharing.toWall, input);
  expect((await read(anna, original._id)).shares).toBe(2);
});

test('reposts go with the account of who shared, and their counts with them', async () => {
  const leaver = await app.join('Уходит', 'Скоро');
  const original = await post(anna, { title: 'Останется' });
  await share(leaver, original._id);
  expect((await read(anna, original._id)).shares).toBe(1);
  await leaver.call(account.deleteProfile, { body: { password: PASSWORD } });
  expect((await read(anna, original._id)).shares).toBeUndefined();
  expect(await notices(original._id)).toEqual([]);
});
