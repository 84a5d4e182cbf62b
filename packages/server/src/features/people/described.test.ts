import { afterAll, beforeAll, expect, test } from 'vitest';
import * as catalogue from '@respa/contract/catalogue';
import * as board from '@respa/contract/classifieds';
import * as communities from '@respa/contract/communities';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as videohost from '@respa/contract/videohost';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { playableVideo } from '#tests/support/files/videos.ts';
import { publishAd, readAd } from '#tests/support/members/classifieds.ts';
import { readCommunity } from '#tests/support/members/communities.ts';
import { addGame, ADMIN, joinAdmin, readGame } from '#tests/support/members/games.ts';

let app: TestApp;
let [anna, boris, vera, gleb]: Caller[] = [];
beforeAll(async () => {
  app = await startTestApp({ ...ADMIN, FFMPEG: 'off' });
  [anna, boris, vera, gleb] = await Promise.all(
    ['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => app.join(name)),
  );
  await gleb!.call(privacy.block, { params: { id: anna!.id } });
});
afterAll(() => app.stop());

/** Returns the mentions of '@…' words of a text, in their order. */
const marks = (text: string, ...who: Caller[]) =>
  JSON.stringify(
    [...text.matchAll(/@\p{L}+/gu)].map(({ 0: { length }, index: offset }, at) => ({
      user: who[at]!.id,
      offset,
      length,
    })),
  );
const told = async (who: Caller) =>
  (await who.call(notifications.list)).notifications
    .filter(({ type }) => type === 'mention')
    .map(({ title, postType, postID }) => ({ title, postType, postID }));
const bothNamed = 'Ведут @Борис и @Глеб';
const named = (shown: { mentions?: { user: string }[] }) => shown.mentions?.map(({ user }) => user);

test('the descriptions of a community, a channel and a video link people, and tell nobody', async () => {
  const description = { description: bothNamed, mentions: marks(bothNamed, boris!, gleb!) };
  const { pub } = await anna!.call(communities.create, { body: { name: 'Отряд', ...description } });
  const { channel } = await anna!.call(videohost.createChannel, {
    body: { name: 'Канал', ...description },
  });
  const { id, video } = await anna!.call(videohost.createVideo, {
    body: { title: 'Видео', ...description },
    files: { video: [await playableVideo()] },
  });
  // The one who blocks the author stays plain text.
  for (const shown of [pub, channel, video]) expect(named(shown)).toEqual([boris!.id]);
  expect(named(await readCommunity(boris!, pub._id))).toEqual([boris!.id]);
  expect(await told(boris!)).toEqual([]);

  // What an edit leaves out stays; a new description has its own mentions.
  const edits = (change: Record<string, string>) =>
    Promise.all([
      anna!
        .call(communities.edit, { params: { id: pub._id }, body: { name: 'Отряд', ...change } })
        .then((answer) => answer.pub),
      anna!
        .call(videohost.editChannel, {
          params: { id: channel._id },
          body: { name: 'Канал', ...change },
        })
        .then((answer) => answer.channel),
      anna!
        .call(videohost.editVideo, { body: { id, title: 'Видео', ...change } })
        .then((answer) => answer.video),
    ]);
  for (const shown of await edits({})) expect(named(shown)).toEqual([boris!.id]);
  for (const shown of await edits({ description: '@Вера', mentions: marks('@Вера', vera!) }))
    expect(named(shown)).toEqual([vera!.id]);
  for (const shown of await edits({ description: 'Никто' })) expect(named(shown)).toBeUndefined();
  expect(
    await anna!.refusal(communities.edit, {
      params: { id: pub._id },
      body: { name: 'Отряд', description: 'Я', mentions: marks('Это @Вера', vera!) },
    }),
  ).toMatchObject({ code: 'bad_mentions' });
});

test('an ad tells whom it names once, and takes that back when it names them no more', async () => {
  const { _id } = await publishAd(anna!, 'Руль', {
    description: bothNamed,
    mentions: marks(bothNamed, boris!, gleb!),
  });
  const notice = { title: 'Вас упомянули в объявлении', postType: 'ad', postID: _id };
  expect(named(await readAd(vera!, _id))).toEqual([boris!.id]);
  expect(await told(boris!)).toEqual([notice]);
  expect(await told(gleb!)).toEqual([]);
  await boris!.call(notifications.read);
  const edit = (body: Record<string, string>) =>
    anna!.call(board.edit, { params: { id: _id }, body });
  const both = '@Борис, @Вера';
  await edit({ description: both, mentions: marks(both, boris!, vera!) });
  await edit({ price: '50' });
  expect(await told(boris!)).toEqual([notice]);
  expect(await told(vera!)).toEqual([notice]);
  await edit({ description: '@Вера', mentions: marks('@Вера', vera!) });
  expect(await told(boris!)).toEqual([]);
  await anna!.call(board.close, { params: { id: _id } });
  expect(await told(vera!)).toEqual([]);
  // Nobody but its owner sees a sold ad, so nobody is told of it.
  await edit({ description: bothNamed, mentions: marks(bothNamed, boris!, gleb!) });
  expect(await told(boris!)).toEqual([]);
});

test('a game and its comments name people; a visitor does not learn whom', async () => {
  const admin = await joinAdmin(app);
  const made = await addGame(admin, 'Игра', {
    description: 'Сделал @Борис',
    mentions: marks('Сделал @Борис', boris!),
  });
  const { _id } = made;
  expect(named(made)).toEqual([boris!.id]);
  const { comments } = await anna!.call(catalogue.comment, {
    params: { gameId: _id },
    body: { comment: 'Зову @Борис', mentions: marks('Зову @Борис', boris!) },
  });
  expect(comments[0]!.mentions).toMatchObject([{ user: boris!.id }]);
  expect(await told(boris!)).toEqual([
    { title: 'Вас упомянули в комментарии', postType: 'app', postID: _id },
  ]);
  expect(named(await readGame(vera!, _id))).toEqual([boris!.id]);
  const { game } = await admin.call(catalogue.update, {
    params: { id: _id },
    body: { description: 'Сделала @Вера', mentions: marks('Сделала @Вера', vera!) },
  });
  expect(named(game)).toEqual([vera!.id]);
  const seen = await readGame(app.nobody, _id);
  expect(seen).not.toHaveProperty('mentions');
  const [shown] = seen.comments;
  expect(shown).toMatchObject({ text: 'Зову @Борис', user: null });
  expect(shown).not.toHaveProperty('mentions');
});
