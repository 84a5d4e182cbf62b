import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '@respa/contract/durations';
import * as account from '@respa/contract/account';
import * as admin from '@respa/contract/admin';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as groups from '@respa/contract/group-chats';
import * as profile from '@respa/contract/profile';
import * as reports from '@respa/contract/reports';
import * as wall from '@respa/contract/wall';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN } from '#tests/support/members/games.ts';
import { openRoom } from '#tests/support/stream-reader.ts';
import { findAllRoutes, keyOf } from '#tests/sweeps/all-routes.ts';
import { ask, seedFixtures } from '#tests/sweeps/sweep-requests.ts';
import type { Things } from '#tests/sweeps/access-row.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let things: Things;
let boss: Caller;
let friend: Caller;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  ({ things, admin: boss, friend, stranger } = await seedFixtures(app));
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

describe('a suspension', () => {
  test('closes every member call to the existing token', async () => {
    const bad = await app.join('Запертый');
    await boss.call(admin.suspend, { params: { id: bad.id }, body: { reason: 'Спам' } });
    const closed = (await findAllRoutes()).filter(
      ({ access }) => access === 'account' || access === 'member' || access === 'admin',
    );
    for (const route of closed) {
      const { status, body } = await ask(bad, route, things);
      expect([keyOf(route), status, body['code']]).toEqual([keyOf(route), 401, 'not_signed_in']);
    }
    expect(closed.length).toBeGreaterThan(100);
    await boss.call(admin.lift, { params: { id: bad.id } });
  });
  test('ends sessions and streams at once, gives the reason at sign-in, and can be lifted', async () => {
    const bad = await app.join('Недобрый');
    const roomId = await roomOf(bad, stranger);
    await sendMessage(bad, roomId, 'привет');
    const stream = await openRoom(bad, roomId);
    await stream.next('init');
    const until = new Date(Date.now() + 48 * HOUR_MS).toISOString();
    const { suspension } = await boss.call(admin.suspend, {
      params: { id: bad.id },
      body: { reason: 'Оскорбления', until },
    });
    expect(suspension).toMatchObject({ reason: 'Оскорбления', until });
    await stream.ended;
    expect(await newest()).toEqual(['suspend', bad.id, null, 'Оскорбления']);

    expect(await bad.refusal(profile.me)).toMatchObject({ status: 401, code: 'not_signed_in' });
    expect(await bad.call(account.refresh)).toMatchObject({ verified: false });
    const lifecycle = await app.nobody.request(account.login, {
      body: { email: bad.email, password: PASSWORD },
    });
    expect(lifecycle.status).toBe(403);
    expect(await lifecycle.json()).toMatchObject({
      code: 'suspended',
      reason: 'Оскорбления',
      until,
      error: expect.stringMatching(
        /^Ваша страница заблокирована до .+ по Москве\. Причина: Оскорбления$/,
      ) as string,
      errors: [expect.any(String)],
    });
    expect(
      await app.nobody.refusal(account.login, {
        body: { email: bad.email, password: 'not-the-password' },
      }),
    ).toMatchObject({ status: 400, code: 'bad_credentials' });

    expect(
      (await stranger.call(profile.profile, { params: { id: bad.id } })).standing,
    ).toMatchObject({ isSuspended: true, mayWrite: false });
    expect(await stranger.refusal(friends.make, { params: { id: bad.id } })).toMatchObject({
      status: 403,
      code: 'person_suspended',
    });
    expect(await friend.refusal(chats.createRoom, { params: { userId: bad.id } })).toMatchObject({
      status: 403,
      code: 'person_suspended',
    });
    expect(
      await stranger.refusal(chats.send, { params: { roomId }, body: { message: 'ты где' } }),
    ).toMatchObject({ status: 403, code: 'messages_closed' });
    expect((await stranger.call(chats.room, { params: { id: roomId } })).room).toMatchObject({
      mayWrite: false,
      closed: 'suspended',
    });
    expect(
      (await boss.call(admin.members, { query: { suspended: 'yes' } })).members.map((one) => [
        one._id,
        one.suspension?.reason,
      ]),
    ).toEqual([[bad.id, 'Оскорбления']]);

    for (let turn = 0; turn < 2; turn += 1)
      expect(await boss.call(admin.lift, { params: { id: bad.id } })).toEqual({ ok: true });
    expect(
      (await done()).filter(([action, person]) => action === 'lift' && person === bad.id),
    ).toHaveLength(1);
    expect(
      (await app.nobody.call(account.login, { body: { email: bad.email, password: PASSWORD } }))
        .userId,
    ).toBe(bad.id);
    expect(await sendMessage(stranger, roomId, 'с возвращением')).toMatchObject({
      message: 'с возвращением',
    });
  });
  test('without an end is permanent, and an expired one has no effect', async () => {
    const bad = await app.join('Вечный');
    await boss.call(admin.suspend, { params: { id: bad.id }, body: { reason: 'Мошенничество' } });
    expect(
      await app.nobody.refusal(account.login, { body: { email: bad.email, password: PASSWORD } }),
    ).toMatchObject({
      status: 403,
      error: 'Ваша страница заблокирована навсегда. Причина: Мошенничество',
    });
    await sql`
      update suspensions
      set until = now() - interval '1 second'
      where user_id = ${bad.id}
    `.execute(app.server.context.db);
    expect(
      (await app.nobody.call(account.login, { body: { email: bad.email, password: PASSWORD } }))
        .userId,
    ).toBe(bad.id);
    expect(
      (await stranger.call(profile.profile, { params: { id: bad.id } })).standing.isSuspended,
    ).toBe(false);
  });
  test('works with an upper-case id, clears the cached session and closes the case', async () => {
    const bad = await app.join('Громкий');
    const { post } = await bad.call(wall.create, { body: { title: 'Спам' } });
    await friend.call(reports.create, {
      body: { kind: 'userpost', id: post._id.toUpperCase(), reason: 'spam' },
    });
    const [found] = await cases();
    expect(found!.objectId).toBe(post._id);
    await boss.call(admin.suspend, {
      params: { id: bad.id.toUpperCase() },
      body: { reason: 'Спам', caseId: found!._id.toUpperCase() },
    });
    expect(await bad.refusal(profile.me)).toMatchObject({ status: 401 });
    expect((await cases('closed'))[0]).toMatchObject({ _id: found!._id, outcome: 'suspended' });
    expect(
      await boss.refusal(admin.suspend, {
        params: { id: boss.id.toUpperCase() },
        body: { reason: 'Спам' },
      }),
    ).toMatchObject({ code: 'self' });
  });
  test('prevents friends from adding the user to a group chat', async () => {
    const [bad, { room }] = [
      await app.join('Бывший друг'),
      await stranger.call(groups.create, { body: { title: 'Клан' } }),
    ];
    await bad.call(friends.make, { params: { id: stranger.id } });
    await stranger.call(friends.accept, { params: { to: bad.id } });
    await boss.call(admin.suspend, { params: { id: bad.id }, body: { reason: 'Спам' } });
    const invitation = { params: { roomId: room._id, userId: bad.id } };
    expect(await stranger.refusal(groups.invite, invitation)).toMatchObject({
      status: 403,
      code: 'person_suspended',
    });
    const made = await stranger.call(groups.create, {
      body: { title: 'Без него', members: JSON.stringify([bad.id]) },
    });
    expect(made.room.members.map(({ _id }) => _id)).toEqual([stranger.id]);
    await boss.call(admin.lift, { params: { id: bad.id } });
    await stranger.call(groups.invite, invitation);
  });
  test('closes the case that it came from', async () => {
    const bad = await app.join('Спамер');
    const { post } = await bad.call(wall.create, { body: { title: 'Куплю аккаунт' } });
    await friend.call(reports.create, { body: { kind: 'userpost', id: post._id, reason: 'spam' } });
    const [found] = await cases();
    await boss.call(admin.suspend, {
      params: { id: bad.id },
      body: { reason: 'Спам', caseId: found!._id },
    });
    expect((await cases('closed'))[0]).toMatchObject({
      _id: found!._id,
      outcome: 'suspended',
      isOwnerSuspended: true,
    });
  });
  test('is rejected for oneself, for an unknown user, without a reason or with an end in the past', async () => {
    const body = { reason: 'Проверка' };
    expect(await boss.refusal(admin.suspend, { params: { id: boss.id }, body })).toMatchObject({
      status: 400,
      code: 'self',
    });
    expect(await boss.refusal(admin.suspend, { params: { id: NOBODY }, body })).toMatchObject({
      status: 404,
    });
    expect(await boss.refusal(admin.lift, { params: { id: NOBODY } })).toMatchObject({
      status: 404,
    });
    expect(
      await boss.refusal(admin.suspend, { params: { id: stranger.id }, body: { reason: '' } }),
    ).toMatchObject({ status: 400, fields: { reason: 'Укажите причину' } });
    for (const until of ['вчера', new Date(Date.now() - 1_000).toISOString(), '2999-01-01']) {
      expect(
        await boss.refusal(admin.suspend, {
          params: { id: stranger.id },
          body: { ...body, until },
        }),
        until,
      ).toMatchObject({ status: 400, code: 'bad_suspension' });
    }
    expect((await stranger.call(profile.me)).activated).toBe(true);
  });
});
