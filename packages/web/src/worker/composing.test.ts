import { describe, expect, test } from 'vitest';
import type { PushPayload } from '@respa/contract/push';
import { composeNotification } from './composing.ts';

type Of<K extends PushPayload['kind']> = Extract<PushPayload, { kind: K }>;
const message = (change: Partial<Of<'message'>> = {}): PushPayload => ({
  kind: 'message',
  roomId: 'room1',
  isChat: false,
  title: 'Соня Гай',
  author: null,
  text: 'Идём в рейд?',
  unread: 1,
  picture: null,
  date: '2026-11-05T10:00:00.000Z',
  token: 'secret',
  badge: 3,
  ...change,
});
const notice = (change: Partial<Of<'notice'>['notification']> = {}): PushPayload => ({
  kind: 'notice',
  notification: {
    _id: 'notice1',
    title: '',
    type: 'like',
    from: 'sonya',
    to: 'me',
    person: {
      _id: 'sonya',
      name: 'Соня',
      surname: 'Гай',
      avatarUrl: '',
    } as Of<'notice'>['notification']['person'],
    postType: 'userpost',
    postID: 'post1',
    checked: false,
    date: '2026-11-05T10:00:00.000Z',
    others: 2,
    ...change,
  },
  badge: 1,
});

describe('a message', () => {
  test('shows the person, the text and the buttons, grouped by conversation', () => {
    const { title, options, badge } = composeNotification(message());
    expect({ title, badge }).toEqual({ title: 'Соня Гай', badge: 3 });
    expect(options).toMatchObject({
      body: 'Идём в рейд?',
      tag: 'room:room1',
      renotify: true,
      timestamp: Date.parse('2026-11-05T10:00:00Z'),
      icon: '/icons/icon-192.png',
      badge: '/icons/badge.png',
      data: { path: '/messages/room1', token: 'secret', roomId: 'room1' },
    });
    expect(options.actions?.map((one) => [one.title, one.type])).toEqual([
      ['Ответить', 'text'],
      ['Прочитано', undefined],
    ]);
  });
  test('of a group names its author, the number of others and the picture', () => {
    const { title, options } = composeNotification(
      message({
        isChat: true,
        title: 'Рейд',
        author: 'Соня Гай',
        unread: 4,
        picture: { folder: 'chatavatars', name: 'a.webp' },
      }),
    );
    expect(title).toBe('Рейд');
    expect(options.body).toBe('Соня Гай: Идём в рейд?\nЕщё 3\u00a0непрочитанных сообщения');
    expect(options.icon).toBe('/media/chatavatars/a-160.webp');
    expect(options.data.path).toBe('/chat/room1');
  });
});
test('a notice has the sentence of the page and leads where the page leads', () => {
  const { title, options } = composeNotification(notice({ preview: { text: 'Мой пост' } }));
  expect(title).toBe('Респа');
  expect(options.body).toBe('Соня Гай и ещё двое оценили ваш пост\nМой пост');
  expect(options).toMatchObject({ tag: 'notice:notice1', data: { path: '/userpost/post1' } });
  expect(options.actions).toBeUndefined();
  expect(
    composeNotification(notice({ type: 'device', title: 'Вход с нового устройства: Firefox' }))
      .options.data.path,
  ).toBe('/settings/security');
});
test('hidden content says nothing but that there is something', () => {
  for (const what of ['message', 'notice'] as const) {
    const { title, options } = composeNotification({ kind: 'hidden', what, badge: 1 });
    expect(title).toBe(what === 'message' ? 'Новое сообщение' : 'Новое уведомление');
    expect(options.body).toBeUndefined();
    expect(options.actions).toBeUndefined();
    expect(options.data).toEqual({ path: what === 'message' ? '/messages' : '/notifications' });
  }
});
test.each([
  ['nothing', null],
  ['a text', 'x'],
  ['an unknown kind', { kind: 'call', badge: 2 }],
  ['a message without words', { kind: 'message', roomId: 'room1' }],
  ['a notice without one', { kind: 'notice' }],
  ['a wrong date', { ...message(), title: 7, date: 'soon' }],
])('%s still becomes a notification', (_, payload) => {
  const { title, options } = composeNotification(payload);
  expect(title).toBe('Новое уведомление');
  expect(options.tag).not.toBe('');
});
test('a wrong date and a wrong number are left out', () => {
  const { options, badge } = composeNotification(message({ date: 'soon', badge: -1 }));
  expect(options).not.toHaveProperty('timestamp');
  expect(badge).toBeNull();
});
