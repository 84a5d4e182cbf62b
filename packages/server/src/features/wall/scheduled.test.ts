import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as authoring from '@respa/contract/authoring';
import * as notifications from '@respa/contract/notifications';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { publishDue } from './publishing.ts';
import { editPost, writePost, type PostOptions } from '#tests/support/members/posts.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [anna, boris] = await Promise.all([app.join('Анна', 'Белова'), app.join('Борис', 'Ёлкин')]);
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());
const post = (body?: Parameters<typeof writePost>[1], file?: Blob[]) => writePost(anna, body, file);
const edit = (id: string, body: PostOptions, file?: Blob[]) => editPost(anna, id, body, file);
const db = () => app.server.context.db;
const later = (ms = 3_600_000) => new Date(Date.now() + ms).toISOString();

describe('A scheduled post', () => {
  const scheduled = async (who = anna) =>
    (await who.call(authoring.scheduled, {})).posts.map(({ title }) => title);
  const drafts = async () => (await anna.call(authoring.drafts, {})).posts.map((one) => one.title);
  const onWall = async (who = boris) =>
    (await who.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } })).posts;
  const due = (id: string) =>
    sql`update posts set publish_at = now() - interval '1 minute' where id = ${id}`.execute(db());

  test('is seen by its author only, and is published once when its time comes', async () => {
    const mentions = JSON.stringify([{ user: boris.id, offset: 0, length: 6 }]);
    const { post: made } = await anna.call(wall.create, {
      body: { title: '@Борис', publishAt: later(), mentions },
    });
    const id = made._id;
    expect(made).toMatchObject({ draft: true });
    expect([await scheduled(), await drafts(), await onWall()]).toEqual([['@Борис'], [], []]);
    expect(await boris.refusal(wall.one, { params: { id } })).toMatchObject({ status: 404 });
    await publishDue(app.server.context, id);
    expect(await onWall()).toEqual([]);
    await due(id);
    await Promise.all([1, 2, 3].map(() => publishDue(app.server.context, id)));
    const [out, ...more] = await onWall();
    expect(more).toEqual([]);
    expect(out).toMatchObject({ title: '@Борис', draft: false, publishAt: null, edited: null });
    expect(out!._id).not.toBe(id);
    expect(await scheduled()).toEqual([]);
    const told = (await boris.call(notifications.list)).notifications;
    expect(told.filter(({ type }) => type === 'mention')).toMatchObject([{ postID: out!._id }]);
  });

  test('is published by the job at its time', async () => {
    await post({ title: 'Скоро', publishAt: later(400) });
    await expect.poll(() => onWall(), { timeout: 60_000 }).toMatchObject([{ title: 'Скоро' }]);
  });

  test('can be changed, published now, deleted, and taken back to the drafts', async () => {
    const { _id: id } = await post({ title: 'Потом', publishAt: later() });
    const moved = later(7_200_000);
    expect(await edit(id, { publishAt: moved, title: 'Позже' })).toMatchObject({
      publishAt: moved,
      title: 'Позже',
    });
    expect(await edit(id, { publishAt: '' })).toMatchObject({ publishAt: null, draft: true });
    await publishDue(app.server.context, id);
    expect([await scheduled(), await drafts(), await onWall()]).toEqual([[], ['Позже'], []]);
    await edit(id, { publishAt: moved });
    expect([await scheduled(), await drafts()]).toEqual([['Позже'], []]);
    const outcomes = await Promise.allSettled([
      anna.call(authoring.publish, { params: { id } }),
      publishDue(app.server.context, id),
      anna.call(authoring.publish, { params: { id } }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect((await onWall()).map(({ title }) => title)).toEqual(['Позже']);
    const other = await post({ publishAt: later() });
    await anna.call(wall.remove, { params: { id: other._id } });
    await publishDue(app.server.context, other._id);
    expect(await onWall()).toHaveLength(1);
  });

  test('waits while its author is suspended', async () => {
    const { _id: id } = await post({ title: 'Ждёт', publishAt: later() });
    await due(id);
    await sql`
      insert into suspensions (user_id, id, reason)
      values (${anna.id}, gen_random_uuid(), 'Спам')
    `.execute(db());
    await publishDue(app.server.context, id);
    expect(await scheduled(boris)).toEqual([]);
    await sql`delete from suspensions where user_id = ${anna.id}`.execute(db());
    expect(await scheduled()).toEqual(['Ждёт']);
    await publishDue(app.server.context, id);
    expect((await onWall()).map(({ title }) => title)).toEqual(['Ждёт']);
  });

  test.each(['вчера', '2020-01-01T00:00:00Z', later(366 * 86_400_000 + 60_000)])(
    'must be due within the next year: %s',
    async (publishAt) => {
      expect(
        await anna.refusal(wall.create, { body: { title: 'Когда?', publishAt } }),
      ).toMatchObject({ status: 400, code: 'bad_date' });
    },
  );

  test('is none once it is published', async () => {
    const { _id: id } = await post();
    expect(
      await anna.refusal(authoring.edit, { params: { id }, body: { publishAt: later() } }),
    ).toMatchObject({ code: 'bad_date' });
  });
});
