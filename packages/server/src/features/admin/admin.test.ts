import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as admin from '@respa/contract/admin';
import * as notifications from '@respa/contract/notifications';
import * as reports from '@respa/contract/reports';
import type { ReportKind } from '@respa/contract/reports';
import * as wall from '@respa/contract/wall';
import { checkCounters } from '#platform/database/counters.ts';
import { newId } from '#platform/runtime/ids.ts';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN } from '#tests/support/members/games.ts';
import { seedFixtures } from '#tests/sweeps/sweep-requests.ts';
import type { Things } from '#tests/sweeps/access-row.ts';
import { COUNTERS } from '../../app/counters.ts';
import { findOrphans } from '../media/service.ts';
import { openCase, saveReport } from '../reports/queries.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let things: Things;
let boss: Caller;
let owner: Caller;
let friend: Caller;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  ({ things, admin: boss, owner, friend, stranger } = await seedFixtures(app));
}, patient(60_000));
afterAll(() => app.stop());
const NOBODY = '01890000-0000-7000-8000-000000000000';
const done = async () =>
  (await boss.call(admin.log)).entries.map(({ action, person, kind, reason }) => [
    action,
    person?._id ?? null,
    kind,
    reason,
  ]);
const newest = async () => (await done())[0];
const cases = async (state: 'open' | 'closed' = 'open') =>
  (await boss.call(admin.reports, { query: { state } })).cases;

describe('reports', () => {
  test('about one item form one case with reporters, count, owner and excerpt', async () => {
    const said = [
      [friend, 'spam', 'Реклама'],
      [stranger, 'insult', ''],
    ] as const;
    for (const [who, reason, text] of said)
      await who.call(reports.create, {
        body: { kind: 'userpost', id: things.postId, reason, text },
      });
    const [found, ...others] = await cases();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: 'userpost',
      objectId: things.postId,
      count: 2,
      ownerReports: 1,
      owner: { _id: owner.id, name: 'Олег' },
      isOwnerSuspended: false,
      mayTakeDown: true,
      outcome: null,
      closed: null,
      thing: { title: 'Пост', text: 'Запись', link: `/userpost/${things.postId}` },
    });
    expect(found!.reports.map(({ person, reason, text }) => [person?._id, reason, text])).toEqual([
      [stranger.id, 'insult', ''],
      [friend.id, 'spam', 'Реклама'],
    ]);
  });
  test('are closed once, and the next report opens a new case with all who report again', async () => {
    const [found] = await cases();
    const close = { params: { id: found!._id } };
    for (let turn = 0; turn < 2; turn += 1)
      expect(await boss.call(admin.closeCase, close)).toEqual({ ok: true });
    expect((await done()).filter(([action]) => action === 'close_report')).toEqual([
      ['close_report', owner.id, 'userpost', ''],
    ]);
    expect(await cases()).toEqual([]);
    expect((await cases('closed'))[0]).toMatchObject({ _id: found!._id, outcome: 'kept' });
    await friend.call(reports.create, {
      body: { kind: 'userpost', id: things.postId, reason: 'fraud' },
    });
    expect((await cases())[0]).toMatchObject({
      count: 1,
      ownerReports: 2,
      reports: [{ reason: 'fraud' }],
    });
    expect(await boss.refusal(admin.closeCase, { params: { id: NOBODY } })).toMatchObject({
      status: 404,
    });
  });
  test('list a repeated report as the newest', async () => {
    const { post } = await owner.call(wall.create, { body: { title: 'Спорная' } });
    const seedRows = await Promise.all(
      Array.from({ length: 6 }, (_, index) => app.join(`Свидетель ${index}`)),
    );
    for (const one of [...seedRows, seedRows[0]!])
      await one.call(reports.create, { body: { kind: 'userpost', id: post._id, reason: 'spam' } });
    const [found] = await cases();
    expect([found!.count, found!.reports.map(({ person }) => person!._id)]).toEqual([
      6,
      [0, 5, 4, 3, 2].map((index) => seedRows[index]!.id),
    ]);
    await boss.call(admin.closeCase, { params: { id: found!._id } });
  });
  test('of others remain when one was added while the first reporter deletes their account', async () => {
    const { db } = app.server.context;
    const [passer, { post }] = [
      await app.join('Прохожий'),
      await stranger.call(wall.create, { body: { title: 'Чужая' } }),
    ];
    await passer.call(reports.create, { body: { kind: 'userpost', id: post._id, reason: 'spam' } });
    const thing = { kind: 'userpost' as const, object_id: post._id, owner_id: stranger.id };
    let leaving: Promise<unknown> | undefined;
    await db.transaction().execute(async (tx) => {
      const caseId = await openCase(tx, { ...thing, id: newId() });
      await saveReport(tx, {
        ...thing,
        id: newId(),
        case_id: caseId,
        reporter_id: friend.id,
        reason: 'fraud',
        text: '',
      });
      leaving = passer.call(account.deleteProfile, { body: { password: PASSWORD } });
      leaving.catch(() => {});
      const waiting = async () =>
        (
          await sql`
            select
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
          `.execute(db)
        ).rows.length;
      await expect.poll(waiting, { timeout: patient(2_500), interval: 20 }).toBeGreaterThan(0);
    });
    await leaving;
    const found = (await cases()).find((one) => one.objectId === post._id);
    expect(found).toMatchObject({
      count: 1,
      reports: [{ person: { _id: friend.id }, reason: 'fraud' }],
    });
    await boss.call(admin.closeCase, { params: { id: found!._id } });
  });
  test('of a deleted account are deleted, and the case with the last one', async () => {
    const passer = await app.join('Прохожий');
    await passer.call(reports.create, {
      body: { kind: 'person', id: stranger.id, reason: 'spam' },
    });
    expect((await cases()).map(({ kind }) => kind)).toEqual(['person', 'userpost']);
    await passer.call(account.deleteProfile, { body: { password: PASSWORD } });
    expect((await cases()).map(({ kind }) => kind)).toEqual(['userpost']);
  });
});

describe('a take-down', () => {
  /**
   * Kind, item, and the words in its owner's notice. The item is the owner's and reported by their
   * friend, or the other way round.
   */
  const KINDS: [ReportKind, keyof Things, string, "friend's"?][] = [
    ['comment', 'commentId', 'комментарий «Первый»'],
    ['userpost', 'postId', 'пост «Запись»'],
    ['userphoto', 'photoId', 'фотография'],
    ['message', 'messageId', 'сообщение «Между нами»'],
    ['publicpost', 'articleId', 'пост «'],
    ['public', 'publicId', 'группа «'],
    ['video', 'videoId', 'видео «'],
    ['channel', 'channelId', 'канал «'],
    ['file', 'fileId', 'файл «'],
    ['group', 'groupId', 'беседа «Рейд»'],
    ['ad', 'adId', 'объявление «'],
    ['promo', 'promoId', 'реклама «', "friend's"],
  ];
  test.each(KINDS)(
    'of %s removes it for everyone, gives its owner the reason, closes the case, and cannot be repeated',
    async (kind, key, words, whose) => {
      const id = things[key];
      const [author, witness] = whose === undefined ? [owner, friend] : [friend, owner];
      await witness.call(reports.create, { body: { kind, id, reason: 'adult' } });
      const reason = `Нарушает правила: ${kind}`;
      expect(await boss.call(admin.takeDown, { body: { kind, id, reason } })).toEqual({ ok: true });
      const [notice] = (await author.call(notifications.list)).notifications;
      expect(notice).toMatchObject({
        type: 'takedown',
        postType: null,
        checked: false,
        title: expect.stringContaining(`Удалено: ${words}`) as string,
      });
      expect(notice!.title.endsWith(`Причина: ${reason}`)).toBe(true);
      expect((await cases()).filter((one) => one.objectId === id)).toEqual([]);
      expect(await newest()).toEqual(['take_down', author.id, kind, reason]);
      expect(await boss.refusal(admin.takeDown, { body: { kind, id, reason } })).toMatchObject({
        status: 404,
      });
      expect(
        await witness.refusal(reports.create, { body: { kind, id, reason: 'spam' } }),
      ).toMatchObject({ status: 404 });
    },
  );
  test('of a game notifies no one, because the platform owns it', async () => {
    await boss.call(admin.takeDown, {
      body: { kind: 'game', id: things.gameId, reason: 'Проверка' },
    });
    expect(await newest()).toEqual(['take_down', null, 'game', 'Проверка']);
  });
  test('leaves no counter wrong and no file without its row', async () => {
    const { context } = app.server;
    expect(await checkCounters(context, COUNTERS)).toBe(0);
    const orphans = async () => {
      // Recent files do not count as orphans yet.
      for (const entry of await readdir(join(app.dataDir, 'media'), {
        recursive: true,
        withFileTypes: true,
      }))
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), 0, 0);
      return Array.fromAsync(findOrphans(context));
    };
    await expect.poll(orphans, { timeout: patient(10_000) }).toEqual([]);
  });
  test('is rejected for a person and without a reason', async () => {
    const body = { kind: 'person' as const, id: owner.id, reason: 'Спам' };
    expect(await boss.refusal(admin.takeDown, { body })).toMatchObject({
      status: 400,
      code: 'not_content',
    });
    expect(
      await boss.refusal(admin.takeDown, { body: { ...body, kind: 'nothing' } }),
    ).toMatchObject({ status: 400, code: 'not_content' });
    expect(
      await boss.refusal(admin.takeDown, { body: { ...body, kind: 'userpost', reason: '  ' } }),
    ).toMatchObject({ status: 400, fields: { reason: 'Укажите причину' } });
  });
});

test('finds members by name, by the start of an address and by id, and unactivated accounts by address', async () => {
  const waiting = await app.register('Ожидающий');
  const find = async (q: string) =>
    (await boss.call(admin.members, { query: { q } })).members.map((one) => one._id);
  expect(await find('хозяин')).toEqual([owner.id]);
  expect(await find(owner.email.toUpperCase())).toEqual([owner.id]);
  expect(await find(owner.id)).toEqual([owner.id]);
  expect(await find(waiting.email)).toEqual([waiting.id]);
  expect(await find('100%_')).toEqual([]);
  expect((await boss.call(admin.members, { query: { q: owner.id } })).members[0]).toMatchObject({
    email: owner.email,
    activated: true,
    isAdmin: false,
    suspension: null,
  });
  expect((await boss.call(admin.members, { query: { q: boss.email } })).members[0]).toMatchObject({
    isAdmin: true,
  });
});

test('the log table rejects updates and deletes from everyone', async () => {
  const { db } = app.server.context;
  const before = await done();
  for (const change of [
    sql`update admin_log set reason = ''`,
    sql`delete from admin_log`,
    sql`truncate admin_log`,
  ])
    await expect(change.execute(db)).rejects.toThrow('only written on');
  expect(await done()).toEqual(before);
  const { entries } = await boss.call(admin.log);
  const rest = await boss.call(admin.log, { query: { before: entries[4]!._id } });
  expect(rest.entries[0]).toEqual(entries[5]);
});

test('the log keeps only the id of a deleted user', async () => {
  const bad = await app.join('Ушедший');
  await boss.call(admin.suspend, { params: { id: bad.id }, body: { reason: 'Спам' } });
  await boss.call(admin.lift, { params: { id: bad.id } });
  const { token } = await app.nobody.call(account.login, {
    body: { email: bad.email, password: PASSWORD },
  });
  await fetch(`${app.url}/api/deleteprofile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  const [entry] = (await boss.call(admin.log)).entries;
  expect(entry).toMatchObject({ action: 'lift', person: null, personId: bad.id });
  expect(
    JSON.stringify((await sql`select * from admin_log`.execute(app.server.context.db)).rows),
  ).not.toMatch(/Ушедший|respa\.test/);
});
