import { expect, test } from 'vitest';
import type { Message } from '../rooms/room-state.ts';
import { findLastEditable, isLoneEmoji } from './message-rules.ts';

test.each([
  ['👍', true],
  [' 👍 ', true],
  ['❤️🔥😂', true],
  ['👨‍👩‍👧‍👦', true],
  ['🇷🇺', true],
  ['1️⃣', true],
  ['👍👍👍👍', false],
  ['👍 да', false],
  ['1', false],
  ['', false],
  ['ok', false],
])('%j is drawn large: %s', (text, isLarge) => {
  expect(isLoneEmoji(text)).toBe(isLarge);
});

test('the last own message that was neither forwarded nor a poll nor a sticker is edited', () => {
  const message = (id: string, user: string, forwarded: unknown = null, poll: unknown = null) =>
    ({ _id: id, user, forwarded, poll, sticker: null }) as unknown as Message;
  const list = [
    message('1', 'me'),
    message('2', 'me', { name: 'Аня' }),
    message('3', 'other'),
    message('4', 'me', null, {}),
    { ...message('5', 'me'), sticker: {} } as unknown as Message,
  ];
  expect(findLastEditable(list, 'me')?._id).toBe('1');
  expect(findLastEditable(list, 'stranger')).toBe(null);
});
