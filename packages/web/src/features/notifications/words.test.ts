import { expect, test } from 'vitest';
import { placeOf, textOf, type Notice } from './words.ts';

test.each([
  [
    { type: 'like', title: 'Нравится ваша запись', others: 0, postType: 'userpost' },
    'Нравится ваша запись',
  ],
  [{ type: 'like', title: '', others: 12, postType: 'userpost' }, 'и ещё 12 оценили запись'],
  [
    { type: 'comment', title: '', others: 1, postType: 'userphoto' },
    'и ещё 1 прокомментировали фотографию',
  ],
  [{ type: 'mention', title: '', others: 2, postType: 'chat' }, 'и ещё 2 упомянули вас в чате'],
  [{ type: 'visit', title: '', others: 3, postType: null }, 'и ещё 3 посетили вашу страницу'],
] as const)('%j', (notice, words) => {
  expect(textOf(notice)).toBe(words);
});
test('links a takedown notification to support and every other one to its subject', () => {
  const notice = { from: 'я', postType: null, postID: null } as unknown as Notice;
  expect([
    placeOf({ ...notice, type: 'takedown' }),
    placeOf({ ...notice, type: 'visit' }),
    placeOf({ ...notice, type: 'like', postType: 'video', postID: 'ф' }),
  ]).toEqual(['/support', '/user/я', '/videohost/video/ф']);
});
