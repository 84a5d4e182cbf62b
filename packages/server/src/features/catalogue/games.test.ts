import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as adminCalls from '@respa/contract/admin';
import * as catalogue from '@respa/contract/catalogue';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, addGame, joinAdmin, readGame } from '#tests/support/members/games.ts';

let app: TestApp;
let [admin, anna, boris]: Caller[] = [] as never;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [admin, anna, boris] = await Promise.all([
    joinAdmin(app),
    app.join('Анна', 'Игрок'),
    app.join('Борис'),
  ]);
});
afterAll(() => app.stop());

describe('the catalogue', () => {
  test('is paged in three orders and filtered by required and excluded labels', async () => {
    const made = await Promise.all(
      ['Первая', 'Вторая', 'Третья', 'Четвёртая'].map((name, index) =>
        addGame(
          admin!,
          name,
          { genres: 'Гонки', tags: index % 2 === 0 ? 'быстро' : 'медленно,быстро' },
          null,
        ),
      ),
    );
    const voters = [anna!, boris!];
    for (const [index, game] of made.entries())
      for (const who of voters)
        await who.call(catalogue.rate, { params: { id: game._id, rating: 1 + index } });
    const walk = async (query: Record<string, unknown>) => {
      const names: string[] = [];
      for (let before: string | undefined, isLast = false; !isLast;) {
        const page = await anna!.call(catalogue.list, {
          query: { limit: 1, ...query, ...(before === undefined ? {} : { before }) },
        });
        names.push(...page.games.map(({ name }) => name));
        ({ isLast } = page);
        before = page.games.at(-1)?._id;
      }
      return names;
    };
    expect(await walk({ with: 'гонки', sort: 'rating' })).toEqual([
      'Четвёртая',
      'Третья',
      'Вторая',
      'Первая',
    ]);
    expect(await walk({ with: 'Гонки,медленно', sort: 'rating' })).toEqual(['Четвёртая', 'Вторая']);
    expect(await walk({ with: 'быстро', without: 'медленно', sort: 'rating' })).toEqual([
      'Третья',
      'Первая',
    ]);
    const byDate = (await anna!.call(catalogue.list, { query: { with: 'гонки' } })).games.map(
      ({ _id }) => _id,
    );
    expect(byDate).toEqual(byDate.toSorted().reverse());
    expect(
      await anna!.call(catalogue.list, { query: { with: 'гонки', page: 2, limit: 3 } }),
    ).toMatchObject({ count: 4, isLast: true, games: [expect.anything()] });
    expect((await app.nobody.call(catalogue.labels)).labels).toEqual(
      expect.arrayContaining([
        { name: 'Гонки', isGenre: true, games: 4 },
        { name: 'медленно', isGenre: false, games: 2 },
      ]),
    );
    await admin!.call(catalogue.update, { params: { id: made[1]!._id }, body: { tags: '' } });
    await admin!.call(catalogue.remove, { params: { id: made[3]!._id } });
    expect(
      (await app.nobody.call(catalogue.labels)).labels.some(({ name }) => name === 'медленно'),
    ).toBe(false);
    expect(await admin!.refusal(catalogue.remove, { params: { id: made[3]!._id } })).toMatchObject({
      status: 404,
    });
  });

  test('has comments with reply notices and reports, and hides authors from visitors', async () => {
    const { _id: gameId } = await addGame(admin!, 'Разговоры', {}, null);
    const {
      comments: [first],
    } = await anna!.call(catalogue.comment, {
      params: { gameId },
      body: { comment: 'Кто прошёл башню?', date: 'вчера' },
    });
    expect(first).toMatchObject({
      user: anna!.id,
      name: 'Анна',
      surname: 'Игрок',
      comment: 'Кто прошёл башню?',
      likes: 0,
      liked: false,
    });
    const answered = await boris!.call(catalogue.comment, {
      params: { gameId },
      body: { comment: 'Я!', answerTo: first!._id },
    });
    expect(answered.comments.map(({ text }) => text)).toEqual(['Кто прошёл башню?', 'Я!']);
    expect(await boris!.call(catalogue.likeComment, { params: { commentId: first!._id } })).toEqual(
      { liked: true, likes: 1 },
    );
    expect((await anna!.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'comment',
      title: 'Ответ на ваш комментарий',
      postType: 'app',
      postID: gameId,
      from: boris!.id,
    });
    const seen = await readGame(app.nobody, gameId);
    expect(seen).toMatchObject({
      commentsCount: 2,
      comments: [
        {
          text: 'Кто прошёл башню?',
          user: null,
          name: 'Анна',
          surname: '',
          avatarUrl: '',
          mayDelete: false,
        },
        { answered: { user: null, name: 'Анна', surname: '' } },
      ],
    });
    expect(JSON.stringify(seen)).not.toContain(anna!.id);
    await boris!.call(reports.create, {
      body: { kind: 'comment', id: first!._id, reason: 'insult' },
    });
    await boris!.call(reports.create, { body: { kind: 'game', id: gameId, reason: 'fraud' } });
    expect(
      await boris!.refusal(reports.create, {
        body: { kind: 'game', id: boris!.id, reason: 'fraud' },
      }),
    ).toMatchObject({ status: 404 });
    const vera = await app.join('Вера');
    await anna!.call(privacy.block, { params: { id: vera.id } });
    expect((await readGame(vera, gameId)).comments.map(({ text }) => text)).toEqual(['Я!']);
    expect(
      await vera.refusal(catalogue.likeComment, { params: { commentId: first!._id } }),
    ).toMatchObject({ status: 404 });
    expect(
      await anna!.refusal(catalogue.comment, { params: { gameId }, body: { comment: ' ' } }),
    ).toMatchObject({ status: 400, error: 'Напишите текст' });
    // The admin moderates the comments.
    expect(
      await boris!.refusal(reactions.removeComment, { params: { id: first!._id } }),
    ).toMatchObject({ status: 404 });
    await admin!.call(reactions.removeComment, { params: { id: first!._id } });
    expect((await readGame(anna!, gameId)).commentsCount).toBe(1);
    expect((await admin!.call(adminCalls.log)).entries[0]).toMatchObject({
      action: 'remove_comment',
      kind: 'comment',
      objectId: first!._id,
      personId: anna!.id,
    });
    // Its author is notified, and its case is closed.
    expect((await anna!.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'takedown',
      title: 'Удалено: комментарий «Кто прошёл башню?».',
    });
    const openKinds = async () =>
      (await admin!.call(adminCalls.reports)).cases.map((one) => one.kind);
    expect(await openKinds()).toEqual(['game']);
    await admin!.call(catalogue.remove, { params: { id: gameId } });
    expect(await openKinds()).toEqual([]);
    expect(
      (await admin!.call(adminCalls.reports, { query: { state: 'closed' } })).cases.map(
        (one) => one.outcome,
      ),
    ).toEqual(['taken_down', 'taken_down']);
    expect(
      (await anna!.call(notifications.list)).notifications.some(({ postID }) => postID === gameId),
    ).toBe(false);
  });
});
