import { beforeEach, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as push from '@respa/contract/push';
import { newId } from '#platform/runtime/ids.ts';
import { makeSafePost } from '#platform/http/safe-post.ts';
import { signIn, type Caller } from '#tests/support/driver.ts';
import { readRoom, roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { tellOfRoom } from './room-news.ts';
import { openPush } from '#tests/support/members/open-push.ts';
import { serviceOf } from './delivery.ts';
import * as groups from '@respa/contract/group-chats';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';

const { app, service, subscribe, settle } = await openPush();
let [anna, boris, vera]: Caller[] = [];
let room: string;
beforeEach(async () => {
  service.clear();
  [anna, boris, vera] = await Promise.all(['Анна', 'Борис', 'Вера'].map((name) => app.join(name)));
  room = await roomOf(anna!, boris!);
});
const devicesOf = async (who: Caller) => (await who.call(push.overview)).devices;
const makeRaid = async (who: Caller, ...others: Caller[]) => {
  await befriend(who, ...others);
  return makeGroup(who, 'Рейд', ...others);
};
let names = 0;
const newName = () => `device${(names += 1)}`;

describe('A device', () => {
  test('is listed, replaced by its browser, and removed by its owner only', async () => {
    const [first, second] = [newName(), newName()];
    await subscribe(boris!, first);
    await subscribe(boris!, second);
    const devices = await devicesOf(boris!);
    expect(devices).toMatchObject([{ isCurrent: true }]);
    const id = devices[0]!._id;
    expect((await anna!.refusal(push.unsubscribe, { params: { id } })).status).toBe(404);
    await boris!.call(push.unsubscribe, { params: { id } });
    expect(await devicesOf(boris!)).toEqual([]);
  });

  test('ends with its session: the next member of the browser gets nothing of the previous one', async () => {
    const name = newName();
    const other = await signIn(app, boris!);
    await other.call(push.subscribe, { body: service.subscribe(name) });
    await other.call(account.logout);
    await sendMessage(anna!, room, 'Для Бориса');
    await settle();
    expect(service.delivered).toEqual([]);
  });

  test('belongs to the last member who signed in on it', async () => {
    const name = newName();
    const subscription = await subscribe(boris!, name);
    await vera!.call(push.subscribe, { body: subscription });
    await sendMessage(anna!, room, 'Для Бориса');
    await settle();
    expect(service.delivered).toEqual([]);
    expect(await devicesOf(boris!)).toEqual([]);
  });

  test('that is gone is removed at once', async () => {
    for (const status of [404, 410]) {
      const name = newName();
      await subscribe(boris!, name);
      service.behave(name, { status });
      await sendMessage(anna!, room, 'Есть кто?');
      await settle();
      await expect.poll(() => devicesOf(boris!)).toEqual([]);
    }
  });

  test('is renewed with the secret of the old subscription', async () => {
    const [first, second] = [newName(), newName()];
    const old = await subscribe(boris!, first);
    const next = service.subscribe(second);
    const { endpoint, auth } = old;
    const guess = service.subscribe(newName()).auth;
    expect(
      (await app.nobody.refusal(push.renew, { body: { endpoint, auth: guess, next } })).status,
    ).toBe(404);
    for (let twice = 0; twice < 2; twice += 1)
      await app.nobody.call(push.renew, { body: { endpoint, auth, next } });
    await sendMessage(anna!, room, 'Новый адрес');
    await service.take(second);
    expect(await devicesOf(boris!)).toHaveLength(1);
  });

  test.each([
    'https://user:word@push.example/a',
    'https://push.example:8443/a',
    'ftp://push.example/a',
  ])('has the address of a push service: not %s', async (endpoint) => {
    const { push: state } = app.server.context;
    state.schemes = ['https:'];
    const body = { ...service.subscribe(newName()), endpoint };
    expect((await boris!.refusal(push.subscribe, { body })).status).toBe(400);
    state.schemes = ['http:'];
  });

  test('with an address inside the network of the server receives nothing', async () => {
    const sender = makeSafePost();
    const endpoint = service.subscribe(newName()).endpoint;
    const before = service.requests();
    for (const url of [
      endpoint,
      'http://[::1]/a',
      'https://169.254.169.254/a',
      'http://2130706433/',
    ])
      await expect(sender.post(url, { headers: {}, body: Buffer.from('') })).rejects.toThrow(
        'not in the public internet',
      );
    expect(service.requests()).toBe(before);
    sender.close();
  });
});

describe('A push service', () => {
  test('that is slow on purpose is left alone for a while, under whatever name', async () => {
    const { push: state } = app.server.context;
    const usual = state.slowMs;
    state.slowMs = 40;
    try {
      const name = newName();
      await subscribe(boris!, name);
      service.behave(name, { status: 201, afterMs: 80 });
      for (let each = 0; each < 5; each += 1) {
        await sendMessage(anna!, room, `Раз ${each}`);
        await settle();
      }
      const asked = service.requests();
      await sendMessage(anna!, room, 'Потом');
      await settle();
      expect(service.requests()).toBe(asked);
    } finally {
      state.slowMs = usual;
      state.breakers.clear();
    }
    expect(serviceOf('https://a1.b.evil.example/x')).toBe(serviceOf('https://a2.evil.example./y'));
    expect(serviceOf('https://fcm.googleapis.com/fcm/send/1')).toBe('googleapis.com');
  });
  test('that fails or hangs up harms no message and no other device', async () => {
    const [dead, cut, well] = [newName(), newName(), newName()];
    await subscribe(boris!, dead);
    const again = await signIn(app, boris!);
    await again.call(push.subscribe, { body: service.subscribe(cut) });
    const third = await signIn(app, boris!);
    await third.call(push.subscribe, { body: service.subscribe(well) });
    service.behave(dead, { status: 503 });
    service.behave(cut, 'cut');
    await sendMessage(anna!, room, 'Дойдёт?');
    await service.take(well);
    await settle();
    const { rows } = await app.server.context.database.pool.query(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'push.room'`,
    );
    const retried = rows.find(({ payload }) => payload.roomId === room)!.payload;
    expect(retried).toMatchObject({ attempt: 2 });
    expect(retried.devices).toHaveLength(2);
    service.behave(dead, { status: 201 });
    service.behave(cut, { status: 201 });
    app.server.context.push.breakers.clear();
    await tellOfRoom(app.server.context, retried);
    await Promise.all([service.take(dead), service.take(cut)]);
    expect(service.delivered.filter(({ device }) => device === well)).toHaveLength(1);
  });
});

test('services that fail are remembered in bounded memory', async () => {
  const { breakers } = app.server.context.push;
  for (let each = 0; each < 1_000; each += 1)
    breakers.set(`service${each}.example`, { failures: 1, until: 0 });
  const name = newName();
  await subscribe(boris!, name);
  service.behave(name, { status: 500 });
  await sendMessage(anna!, room, 'Есть кто?');
  await settle();
  expect(breakers.size).toBe(1_000);
  expect([...breakers.keys()].at(-1)).toContain('127.0.0.1');
  breakers.clear();
});

describe('An answer from a notification', () => {
  const token = async (name: string) => {
    const [first] = await service.take(name);
    return (first!.payload as Extract<push.PushPayload, { kind: 'message' }>).token;
  };
  test('replies once and marks the room as read', async () => {
    const name = newName();
    await subscribe(boris!, name);
    await sendMessage(anna!, room, 'Ты с нами?');
    const body = { token: await token(name), message: 'Уже иду', clientId: newId() };
    for (let twice = 0; twice < 2; twice += 1) await app.nobody.call(push.reply, { body });
    expect((await readRoom(anna!, room)).map(({ message }) => message)).toEqual([
      'Ты с нами?',
      'Уже иду',
    ]);
    expect((await boris!.call(chats.unread)).count).toBe(0);
  });
  test('marks as read; a changed token, another device and an ended session do nothing', async () => {
    const name = newName();
    const other = await signIn(app, boris!);
    await other.call(push.subscribe, { body: service.subscribe(name) });
    await sendMessage(anna!, room, 'Прочти');
    const given = await token(name);
    const forged = `${given.slice(0, -2)}${given.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await app.nobody.refusal(push.read, { body: { token: forged } })).status).toBe(404);
    await app.nobody.call(push.read, { body: { token: given } });
    expect((await boris!.call(chats.unread)).count).toBe(0);
    await other.call(account.logout);
    expect((await app.nobody.refusal(push.read, { body: { token: given } })).status).toBe(404);
    expect(
      (
        await app.nobody.refusal(push.reply, {
          body: { token: given, message: 'Чужой', clientId: newId() },
        })
      ).status,
    ).toBe(404);
  });
  test('does nothing as the next member of the browser, and after a day', async () => {
    const name = newName();
    const group = await makeRaid(anna!, boris!, vera!);
    const subscription = await subscribe(boris!, name);
    await anna!.call(groups.send, { params: { roomId: group }, body: { message: 'Сбор' } });
    const given = await token(name);
    const device = (await devicesOf(boris!))[0]!._id;
    await vera!.call(push.subscribe, { body: subscription });
    const body = { token: given, message: 'Я Вера', clientId: newId() };
    expect((await app.nobody.refusal(push.reply, { body })).status).toBe(404);

    await boris!.call(push.subscribe, { body: subscription });
    const grant = { device, user: boris!.id, room: group, isGroup: true, until: Date.now() - 1 };
    const over = app.server.context.secrets.seal(Buffer.from(JSON.stringify(grant)), 'push token');
    const late = { ...body, token: over.toString('base64url') };
    expect((await app.nobody.refusal(push.reply, { body: late })).status).toBe(404);
    await app.nobody.call(push.reply, { body: { ...body, message: 'Я Борис' } });
    const { messages } = await anna!.call(groups.messages, {
      params: { page: 1, offset: 0 },
      query: { room: group },
    });
    const said = messages.filter(({ user }) => user !== anna!.id);
    expect(said.map(({ user, message }) => [user, message])).toEqual([[boris!.id, 'Я Борис']]);
  });
});
