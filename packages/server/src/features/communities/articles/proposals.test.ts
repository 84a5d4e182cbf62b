import { describe, expect, test } from 'vitest';
import * as notifications from '@respa/contract/notifications';
import * as communities from '@respa/contract/communities';
import type { Caller } from '#tests/support/driver.ts';
import { isStored, picture, until } from '#tests/support/files/pictures.ts';
import { makeCommunity, propose, readCommunity } from '#tests/support/members/communities.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const id = await makeCommunity(anna, 'Вестник');
for (const who of [boris, vera]) await who.call(communities.subscribe, { params: { id } });
await anna.call(communities.addEditor, { params: { id, userId: vera.id } });
const waiting = async (who: Caller, state: 'proposed' | 'scheduled') =>
  (await who.call(communities.waiting, { params: { id, state } })).posts.map(({ title }) => title);

describe('A proposal', () => {
  test('waits for an editor, is visible to its author, and is published under the author’s name', async () => {
    const post = await propose(boris, id, 'Мой поход');
    expect(post).toMatchObject({
      state: 'proposed',
      isProposal: true,
      mayEdit: true,
      author: { id: boris.id },
    });
    expect([
      await waiting(vera, 'proposed'),
      await waiting(boris, 'proposed'),
      await waiting(await app.join('Тая'), 'proposed'),
    ]).toEqual([['Мой поход'], ['Мой поход'], []]);
    expect(
      (await anna.call(communities.notices, { params: { id } })).notifications[0],
    ).toMatchObject({
      type: 'proposal',
      text: 'Предлагает запись',
      postID: post._id,
    });
    await boris.call(communities.editPost, {
      params: { id: post._id },
      body: { title: 'Мой поход к морю' },
    });
    expect(await boris.refusal(communities.publish, { params: { id: post._id } })).toMatchObject({
      status: 403,
    });
    const { post: out } = await vera.call(communities.publish, { params: { id: post._id } });
    expect((await anna.call(communities.post, { params: { id: out._id } })).post).toMatchObject({
      title: 'Мой поход к морю',
      state: 'published',
      isProposal: true,
      author: { id: boris.id },
    });
    expect(
      await boris.refusal(communities.editPost, {
        params: { id: out._id },
        body: { title: 'Иначе' },
      }),
    ).toMatchObject({ status: 403 });
    expect((await boris.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'public',
      title: 'Ваша запись вышла в группе «Вестник»',
      postType: 'publicpost',
      postID: out._id,
    });
  });
  test('may be withdrawn by its author, or rejected, and the author is notified', async () => {
    const [mine, theirs] = [
      await propose(boris, id, 'Передумал'),
      await propose(boris, id, 'Не то'),
    ];
    await boris.call(communities.removePost, { params: { postId: mine._id } });
    await vera.call(communities.removePost, { params: { postId: theirs._id } });
    expect((await boris.call(notifications.list)).notifications[0]).toMatchObject({
      title: 'Ваша запись не подошла группе «Вестник»',
      postType: 'public',
      postID: id,
    });
    await until(async () => !(await isStored(app, 'publicposts', theirs.images[0]!)));
    expect(await waiting(vera, 'proposed')).toEqual([]);
  });
  test('counts toward a limit of ten waiting per author', async () => {
    for (let number = 0; number < 10; number += 1) await propose(boris, id, `Идея ${number}`);
    expect(
      await boris.refusal(communities.propose, {
        params: { id },
        body: {},
        files: { file: [await picture()] },
      }),
    ).toMatchObject({ status: 409, code: 'too_many_waiting' });
    expect((await readCommunity(boris, id)).proposed).toBe(10);
  });
});
