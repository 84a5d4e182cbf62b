import { afterAll, beforeAll, expect, test } from 'vitest';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import type { ReportKind } from '@respa/contract/reports';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, stranger] = await Promise.all([
    app.join('Анна'),
    app.join('Борис'),
    app.join('Семён'),
  ]);
});
afterAll(() => app.stop());
const listed = () =>
  app.server.context.db
    .selectFrom('reports')
    .select(['reporter_id', 'kind', 'object_id', 'owner_id', 'reason', 'text'])
    .orderBy('id')
    .execute();

test('a report about each kind of object reaches the admin panel once; about an invisible or own object it is refused', async () => {
  const { post } = await anna.call(wall.create, { body: { title: 'Пост' } });
  const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
  const { comment } = await anna.call(reactions.comment, {
    params: { postId: post._id },
    body: { text: 'Мой комментарий' },
  });
  const message = await sendMessage(anna, await roomOf(anna, boris), 'привет');
  const things: [ReportKind, string][] = [
    ['person', anna.id],
    ['userpost', post._id],
    ['userphoto', photo._id],
    ['comment', comment._id],
    ['message', message._id],
  ];
  for (const [kind, id] of things)
    expect(await boris.call(reports.create, { body: { kind, id, reason: 'spam' } })).toEqual({
      ok: true,
    });
  for (const [kind, id] of things)
    await boris.call(reports.create, {
      body: { kind, id, reason: 'other', text: '  Подробнее  ' },
    });
  const rows = await listed();
  expect(rows.map((row) => [row.kind, row.object_id])).toEqual(things);
  expect(
    new Set(
      rows.map((row) => JSON.stringify([row.reporter_id, row.owner_id, row.reason, row.text])),
    ),
  ).toEqual(new Set([JSON.stringify([boris.id, anna.id, 'other', 'Подробнее'])]));

  for (const [kind, id] of things)
    expect(
      await anna.refusal(reports.create, { body: { kind, id, reason: 'spam' } }),
    ).toMatchObject({ status: 400, code: 'self' });
  for (const [kind] of things)
    expect(
      await boris.refusal(reports.create, {
        body: { kind, id: crypto.randomUUID(), reason: 'spam' },
      }),
    ).toMatchObject({ status: 404 });
  expect(
    await stranger.refusal(reports.create, {
      body: { kind: 'message', id: message._id, reason: 'spam' },
    }),
  ).toMatchObject({ status: 404 });
  await anna.call(privacy.set, { body: { wall: 'nobody' } });
  for (const [kind, id] of things.slice(1, 4))
    expect(
      await stranger.refusal(reports.create, { body: { kind, id, reason: 'spam' } }),
      kind,
    ).toMatchObject({ status: 404 });
  expect(
    await boris.refusal(reports.create, {
      body: { kind: 'person', id: anna.id, reason: 'revenge' as never },
    }),
  ).toMatchObject({ status: 400 });
  expect(
    await boris.refusal(reports.create, {
      body: { kind: 'person', id: anna.id, reason: 'spam', text: 'я'.repeat(2_001) },
    }),
  ).toMatchObject({ status: 400, error: 'Жалоба не длиннее 2 000 символов' });
  expect(await listed()).toHaveLength(5);
});
