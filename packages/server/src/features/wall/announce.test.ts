import { afterAll, beforeAll, expect, test } from 'vitest';
import * as friends from '@respa/contract/friends';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { befriend } from '#tests/support/members/group-chats.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("a published post is announced live to the author's online friends and to nobody else; a refused one is not", async () => {
  const [anna, boris, vera, gleb] = (await Promise.all(
    ['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => app.join(name)),
  )) as [Caller, Caller, Caller, Caller];
  await befriend(anna, boris);
  await befriend(vera, anna);
  const [own, tab, otherTab, second, stranger] = await Promise.all([
    openLive(anna),
    openLive(boris),
    openLive(boris),
    openLive(vera),
    openLive(gleb),
  ]);
  const readers = [own, tab, otherTab, second, stranger];
  try {
    expect(await anna.refusal(wall.create, { body: { title: '' } })).toMatchObject({
      code: 'empty_post',
    });
    const { post } = await anna.call(wall.create, { body: { title: 'Закат над Волгой' } });
    for (const [who, stream] of [
      [boris, tab],
      [boris, otherTab],
      [vera, second],
    ] as const) {
      expect(await stream.next('friend-post')).toMatchObject({ type: 'friend-post', id: post._id });
      expect((await who.call(wall.friendsNews)).posts.map((one) => one._id)).toEqual([post._id]);
    }
    // The next event of the streams that should receive nothing proves that nothing came before it.
    await befriend(anna, gleb);
    await Promise.all([
      own.next('relation', (event) => event['relation'] === 'friends'),
      stranger.next('relation', (event) => event['relation'] === 'friends'),
    ]);
    const heard = readers.map(
      (stream) => stream.events.filter(({ type }) => type === 'friend-post').length,
    );
    expect(heard).toEqual([0, 1, 1, 1, 0]);

    const { post: later } = await anna.call(wall.create, { body: { title: 'И рассвет' } });
    expect(await stranger.next('friend-post')).toMatchObject({ id: later._id });
    await anna.call(friends.remove, { params: { id: boris.id }, body: { showedFriends: [] } });
    await tab.next('relation', (event) => event['relation'] === 'none');
    await anna.call(wall.create, { body: { title: 'Уже не для Бориса' } });
    await second.next(
      'friend-post',
      (event) => event['id'] !== post._id && event['id'] !== later._id,
    );
    expect(
      tab.events.filter(({ type }) => type === 'friend-post').map((event) => event['id']),
    ).toEqual([post._id, later._id]);
  } finally {
    await Promise.all(readers.map((stream) => stream.cut()));
  }
});
