import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import * as extras from '@respa/contract/chat-extras';
import * as privacy from '@respa/contract/privacy';
import * as push from '@respa/contract/push';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { newId } from '#platform/runtime/ids.ts';
import { RATE_LIMITS } from '@respa/contract/limits';
import { makeRateLimits } from '#platform/http/rate-limits.ts';
import { makeSafePost } from '#platform/http/safe-post.ts';
import { signIn, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { isSignedBy, startPushService, type PushService } from '#tests/support/push-service.ts';
import { readRoom, roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { serviceOf } from './delivery.ts';
import { tellOfRoom, flushRooms } from './room-news.ts';

let app: TestApp;
let service: PushService;
let [anna, boris, vera]: Caller[] = [];
let room: string;
beforeAll(async () => {
  app = await startTestApp({ PUSH: 'on' });
  service = await startPushService();
  // The service stands on 127.0.0.1 without https.
  Object.assign(app.server.context.push, {
    post: makeSafePost((address) => address === '127.0.0.1'),
    schemes: ['http:'],
  });
});
beforeEach(async () => {
  service.clear();
  [anna, boris, vera] = await Promise.all(['Анна', 'Борис', 'Вера'].map((name) => app.join(name)));
  room = await roomOf(anna!, boris!);
});
afterAll(async () => {
  app.server.context.push.post.close();
  await service.stop();
  await app.stop();
});

const subscribe = async (who: Caller, name: string, timeZone?: string) => {
  const subscription = service.subscribe(name);
  await who.call(push.subscribe, {
    body: { ...subscription, ...(timeZone === undefined ? {} : { timeZone }) },
  });
  return subscription;
};
const set = (who: Caller, settings: Partial<push.PushSettingsValue>) =>
  who.call(push.setSettings, {
    body: {
      isContentHidden: false,
      quietHours: null,
      timeZone: 'Europe/Moscow',
      quiet: [],
      ...settings,
    },
  });
const devicesOf = async (who: Caller) => (await who.call(push.overview)).devices;
const makeRaid = async (who: Caller, ...others: Caller[]) => {
  await befriend(who, ...others);
  return makeGroup(who, 'Рейд', ...others);
};
let names = 0;
const newName = () => `device${(names += 1)}`;
/** Tells devices of everything that has happened; resolves when nothing is left to tell. */
async function settle(): Promise<void> {
  await flushRooms(app.server.context);
  const { pool } = app.server.context.database;
  for (;;) {
    const { rows } = await pool.query(
      `select count(*)::int as count from graphile_worker.jobs where task_identifier like 'push.%' and run_at < now() + interval '3 seconds'`,
    );
    if (rows[0].count === 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

describe('A message', () => {
  test('reaches the closed device, signed and encrypted for it', async () => {
    const name = newName();
    await subscribe(boris!, name);
    const { publicKey } = await boris!.call(push.overview);
    await sendMessage(anna!, room, 'Идём в рейд?');
    const [first] = await service.take(name);
    expect(first!.payload).toMatchObject({
      kind: 'message',
      roomId: room,
      isChat: false,
      author: null,
      text: 'Идём в рейд?',
      unread: 1,
      badge: 1,
    });
    expect(isSignedBy(publicKey, first!.headers['authorization']!)).toBe(true);
    expect(first!.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
    });
    expect(first!.headers['topic']).toMatch(/^[\w-]{32}$/);
  });

  test('is one notification a conversation, with the number of unread ones', async () => {
    const name = newName();
    await subscribe(boris!, name);
    for (const text of ['Раз', 'Два', 'Три']) await sendMessage(anna!, room, text);
    await settle();
    const got = await service.take(name);
    expect(got.length).toBeLessThanOrEqual(2);
    expect(got.at(-1)!.payload).toMatchObject({ text: 'Три', unread: 3 });
  });

  test('is not sent to its author, to a muted room, silently, or once it is read', async () => {
    const [mine, theirs] = [newName(), newName()];
    await Promise.all([subscribe(anna!, mine), subscribe(boris!, theirs)]);
    await anna!.call(chats.send, {
      params: { roomId: room },
      body: { message: 'Тихо', silent: 'true' },
    });
    await sendMessage(anna!, room, 'Прочтут сразу');
    await boris!.call(chats.read, { params: { roomId: room } });
    await settle();
    await boris!.call(extras.muteRoom, { params: { roomId: room } });
    await sendMessage(anna!, room, 'Без звука');
    await settle();
    expect(service.delivered).toEqual([]);
  });

  test('is not sent while a visible tab shows it, but is if the open tab is hidden', async () => {
    const name = newName();
    await subscribe(boris!, name);
    const tab = await openLive(boris!);
    await sendMessage(anna!, room, 'Виден?');
    const { check } = (await tab.next('push-check')) as unknown as { check: string };
    await boris!.call(push.shown, { body: { check } });
    await settle();
    expect(service.delivered).toEqual([]);
    await sendMessage(anna!, room, 'А так?');
    expect((await service.take(name))[0]!.payload).toMatchObject({ text: 'А так?', unread: 2 });
    await tab.cut();
  });

  test('of a group names its author; a mention in a muted group arrives as a notice', async () => {
    const name = newName();
    const group = await makeRaid(anna!, boris!, vera!);
    await subscribe(boris!, name);
    await anna!.call(groups.send, {
      params: { roomId: group },
      body: { message: 'Сбор в девять' },
    });
    await service.take(name);
    await settle();
    const first = service.delivered.at(-1)!.payload;
    expect(first).toMatchObject({ kind: 'message', isChat: true, text: 'Сбор в девять' });
    expect(first).toHaveProperty('author', expect.stringContaining('Анна'));
    service.clear();
    await boris!.call(extras.muteRoom, { params: { roomId: group } });
    const message = 'Борис, ты где?';
    await anna!.call(groups.send, {
      params: { roomId: group },
      body: { message, mentions: JSON.stringify([{ user: boris!.id, offset: 0, length: 5 }]) },
    });
    await settle();
    expect(service.delivered.map(({ payload }) => payload)).toMatchObject([
      { kind: 'notice', notification: { type: 'mention', postID: group } },
    ]);
  });

  test('from a person whom the member blocks is not sent', async () => {
    const name = newName();
    const group = await makeRaid(vera!, anna!, boris!);
    await subscribe(boris!, name);
    await settle();
    service.clear();
    await boris!.call(privacy.block, { params: { id: anna!.id } });
    await anna!.call(groups.send, { params: { roomId: group }, body: { message: 'Меня видно?' } });
    await settle();
    expect(service.delivered).toEqual([]);
  });
});

describe('Settings', () => {
  test('hide the content, silence kinds, and keep quiet hours in the time zone of the member', async () => {
    const name = newName();
    await subscribe(boris!, name, 'Asia/Vladivostok');
    expect((await boris!.call(push.overview)).settings.timeZone).toBe('Asia/Vladivostok');
    await set(boris!, { isContentHidden: true });
    await sendMessage(anna!, room, 'Секрет');
    const [hidden] = await service.take(name);
    expect(hidden!.payload).toEqual({ kind: 'hidden', what: 'message', badge: 1 });
    service.clear();
    await set(boris!, { quiet: ['messages'] });
    await sendMessage(anna!, room, 'Не нужно');
    await settle();
    await set(boris!, { quietHours: { from: 0, to: 0 } });
    await sendMessage(anna!, room, 'Сплю');
    await settle();
    expect(service.delivered).toEqual([]);
    expect(
      (
        await boris!.refusal(push.setSettings, {
          body: { isContentHidden: false, quietHours: null, timeZone: 'Mars/Base', quiet: [] },
        })
      ).status,
    ).toBe(400);
  });
});

describe('A notice', () => {
  test('reaches the device as the page shows it, unless it was withdrawn', async () => {
    const name = newName();
    await subscribe(boris!, name);
    const { post } = await boris!.call(wall.create, { body: { title: 'Мой пост' } });
    await anna!.call(reactions.like, { params: { id: post._id } });
    const [first] = await service.take(name);
    expect(first!.payload).toMatchObject({
      kind: 'notice',
      notification: { type: 'like', from: anna!.id, preview: { text: 'Мой пост' } },
    });
    service.clear();
    await vera!.call(reactions.like, { params: { id: post._id } });
    await vera!.call(reactions.like, { params: { id: post._id } });
    await settle();
    expect(
      service.delivered.filter(({ payload }) => JSON.stringify(payload).includes(vera!.id)),
    ).toEqual([]);
  });
});

test('one member makes the devices of another ring for a bounded number of notices', async () => {
  const { context } = app.server;
  const unlimited = context.limits;
  context.limits = makeRateLimits(true);
  try {
    const name = newName();
    await subscribe(boris!, name);
    await context.limits.spend(
      'noticePushes',
      `${anna!.id} ${boris!.id}`,
      RATE_LIMITS.noticePushes.count - 1,
    );
    for (const title of ['Первый', 'Второй']) {
      const { post } = await boris!.call(wall.create, { body: { title } });
      await anna!.call(reactions.like, { params: { id: post._id } });
      await settle();
    }
    expect(service.delivered).toHaveLength(1);
    const { post } = await boris!.call(wall.create, { body: { title: 'Третий' } });
    await vera!.call(reactions.like, { params: { id: post._id } });
    await settle();
    expect(service.delivered).toHaveLength(2);
  } finally {
    context.limits = unlimited;
  }
});

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
