import { describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as notifications from '@respa/contract/notifications';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import { isStored, picture } from '#tests/support/files/pictures.ts';
import { makeCommunity, readCommunity, write } from '#tests/support/members/communities.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const subscribe = (who: Caller, id: string, state?: 'on' | 'off') =>
  who.call(communities.subscribe, {
    params: { id },
    ...(state === undefined ? {} : { query: { state } }),
  });

describe('The staff of a community', () => {
  test('is notified of subscriptions, likes, comments and proposals, in the community’s list and in one notification', async () => {
    const id = await makeCommunity(anna, 'Событийная');
    const article = await write(anna, id, 'Первая');
    await subscribe(boris, id);
    await boris.call(communities.likePost, { params: { postId: article._id, publicId: id } });
    await vera.call(communities.comment, { params: { postId: article._id }, body: { text: 'Да' } });
    await vera.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'И ещё да' },
    });
    const list = async () =>
      (await anna.call(communities.notices, { params: { id } })).notifications;
    expect(
      (await list()).map(({ type, text, person, postID, isNew }) => [
        type,
        text,
        person.name,
        postID,
        isNew,
      ]),
    ).toEqual([
      ['comment', 'Новый комментарий к записи', 'Вера', article._id, true],
      ['like', 'Нравится запись', 'Борис', article._id, true],
      ['subscribe', 'Новый подписчик', 'Борис', null, true],
    ]);
    expect((await readCommunity(anna, id)).unread).toBe(3);
    const bell = (await anna.call(notifications.list)).notifications.filter(
      (one) => one.postID === id,
    );
    expect(
      bell.map(({ type, title, postType, others, person }) => [
        type,
        title,
        postType,
        others,
        person.name,
      ]),
    ).toEqual([['public', 'Новое в группе «Событийная»', 'publicnotifications', 1, 'Вера']]);
    await anna.call(communities.readNotices, { params: { id } });
    expect([
      (await readCommunity(anna, id)).unread,
      (await list()).some((one) => one.isNew),
    ]).toEqual([0, false]);
    await boris.call(communities.likePost, {
      params: { postId: article._id, publicId: id },
      query: { state: 'off' },
    });
    await subscribe(boris, id, 'off');
    expect((await list()).map(({ type }) => type)).toEqual(['comment']);
    for (const route of [communities.notices, communities.readNotices])
      expect(await boris.refusal(route, { params: { id } })).toMatchObject({ status: 403 });
  });
  test('are its admin and editors: the admin picks editors from subscribers and may hand the community over', async () => {
    const id = await makeCommunity(anna, 'Общая');
    expect(
      await anna.refusal(communities.addEditor, { params: { id, userId: boris.id } }),
    ).toMatchObject({ status: 409, error: 'Этот человек не подписан на группу.' });
    for (const who of [boris, vera]) await subscribe(who, id);
    expect(
      await boris.refusal(communities.addEditor, { params: { id, userId: vera.id } }),
    ).toMatchObject({ status: 403 });
    expect(
      await anna.refusal(communities.addEditor, { params: { id, userId: anna.id } }),
    ).toMatchObject({ status: 400, code: 'self' });
    await anna.call(communities.addEditor, { params: { id, userId: boris.id } });
    await anna.call(communities.addEditor, { params: { id, userId: boris.id } });
    const staff = await vera.call(communities.editors, { params: { id } });
    expect([staff.admin!._id, staff.editors.map(({ _id }) => _id)]).toEqual([anna.id, [boris.id]]);
    expect((await boris.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'public',
      title: 'Теперь вы редактор группы «Общая»',
      postType: 'public',
      postID: id,
    });
    expect((await write(boris, id, 'От редактора')).author).toMatchObject({ id: boris.id });
    expect((await boris.call(communities.own)).publics.map(({ _id }) => _id)).toEqual([id]);
    for (const route of [communities.edit, communities.remove] as const)
      expect(
        await boris.refusal(route as typeof communities.edit, {
          params: { id },
          body: { name: 'Моя' },
        }),
      ).toMatchObject({ status: 403 });
    expect(
      await boris.refusal(communities.transferGroup, { params: { id, userId: vera.id } }),
    ).toMatchObject({ status: 403 });
    expect(
      (await anna.call(communities.transferGroup, { params: { id, userId: vera.id } })).pub,
    ).toMatchObject({ admin: vera.id, role: 'editor' });
    expect((await readCommunity(vera, id)).role).toBe('admin');
    expect(
      await anna.refusal(communities.removeEditor, { params: { id, userId: boris.id } }),
    ).toMatchObject({ status: 403 });
    await boris.call(communities.removeEditor, { params: { id, userId: boris.id } });
    await vera.call(communities.removeEditor, { params: { id, userId: anna.id } });
    expect((await vera.call(communities.editors, { params: { id } })).editors).toEqual([]);
    expect((await anna.call(notifications.list)).notifications[0]).toMatchObject({
      title: 'Вы больше не редактор группы «Общая»',
    });
  });
  test('may ban a user from subscribing, writing and liking there, and unban them', async () => {
    const id = await makeCommunity(anna, 'Строгая');
    const article = await write(anna, id, 'Правила');
    for (const who of [boris, vera]) await subscribe(who, id);
    await anna.call(communities.addEditor, { params: { id, userId: vera.id } });
    const { comment } = await boris.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'Купите меч' },
    });
    await boris.call(communities.propose, {
      params: { id },
      body: { title: 'Продам меч' },
      files: { file: [await picture()] },
    });
    expect(
      (await vera.call(communities.comments, { params: { postId: article._id } })).comments[0]!
        .mayDelete,
    ).toBe(true);
    await vera.call(reactions.removeComment, { params: { id: comment._id } });
    expect(await vera.refusal(communities.ban, { params: { id, userId: anna.id } })).toMatchObject({
      status: 403,
    });
    await vera.call(communities.ban, {
      params: { id, userId: boris.id },
      body: { reason: 'Реклама' },
    });
    expect(await readCommunity(boris, id)).toMatchObject({
      role: 'banned',
      isSubscriber: false,
      proposed: 0,
    });
    const shut = { status: 403, error: 'Редакторы группы закрыли вам доступ.' };
    expect(await boris.refusal(communities.subscribe, { params: { id } })).toMatchObject(shut);
    expect(
      await boris.refusal(communities.comment, {
        params: { postId: article._id },
        body: { text: 'А я?' },
      }),
    ).toMatchObject(shut);
    expect(
      await boris.refusal(reactions.comment, {
        params: { postId: article._id },
        body: { text: 'А я?' },
      }),
    ).toMatchObject(shut);
    expect(
      await boris.refusal(communities.likePost, { params: { postId: article._id, publicId: id } }),
    ).toMatchObject(shut);
    expect(
      await boris.refusal(communities.propose, {
        params: { id },
        body: {},
        files: { file: [await picture()] },
      }),
    ).toMatchObject(shut);
    expect(
      (await anna.call(communities.bans, { params: { id } })).bans.map(({ person, reason }) => [
        person.name,
        reason,
      ]),
    ).toEqual([['Борис', 'Реклама']]);
    expect(await boris.refusal(communities.bans, { params: { id } })).toMatchObject({
      status: 403,
    });
    await anna.call(communities.unban, { params: { id, userId: boris.id } });
    expect(await subscribe(boris, id)).toMatchObject({ isSubscriber: true });
  });
  test('after account deletion of the admin the longest-serving editor leads the community; without editors and subscribers it is deleted', async () => {
    const [founder, successor] = [
      await app.join('Глеб', 'Основатель'),
      await app.join('Ева', 'Наследница'),
    ];
    const [kept, lost] = [
      await makeCommunity(founder, 'Переживёт'),
      await makeCommunity(founder, 'Не переживёт'),
    ];
    const article = await write(founder, kept, 'Завещание');
    for (const who of [boris, successor]) await subscribe(who, kept);
    await founder.call(communities.addEditor, { params: { id: kept, userId: successor.id } });
    await founder.call(account.deleteProfile, { body: { password: PASSWORD } });
    expect(await readCommunity(boris, kept)).toMatchObject({
      admin: successor.id,
      subscribersCount: 2,
    });
    expect(
      (await successor.call(communities.post, { params: { id: article._id } })).post,
    ).toMatchObject({
      title: 'Завещание',
      author: null,
    });
    expect(await isStored(app, 'publicposts', article.images[0]!)).toBe(true);
    expect(await boris.refusal(communities.one, { params: { id: lost } })).toMatchObject({
      status: 404,
    });
  });
});
