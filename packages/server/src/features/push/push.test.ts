import { beforeEach, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import * as extras from '@respa/contract/chat-extras';
import * as privacy from '@respa/contract/privacy';
import * as push from '@respa/contract/push';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { type Caller } from '#tests/support/driver.ts';
import { isSignedBy } from '#tests/support/servers/push-service.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { openPush } from '#tests/support/members/open-push.ts';
import { RATE_LIMITS } from '@respa/contract/rate-limits';
import { makeRateLimits } from '#platform/http/rate-limits.ts';

const { app, service, subscribe, settle } = await openPush();
let [anna, boris, vera]: Caller[] = [];
let room: string;
beforeEach(async () => {
  service.clear();
  [anna, boris, vera] = await Promise.all(['Анна', 'Борис', 'Вера'].map((name) => app.join(name)));
  room = await roomOf(anna!, boris!);
});
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
const makeRaid = async (who: Caller, ...others: Caller[]) => {
  await befriend(who, ...others);
  return makeGroup(who, 'Рейд', ...others);
};
let names = 0;
const newName = () => `device${(names += 1)}`;

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
