import { expect, test } from 'vitest';
import { findMarks, readNaming } from './mention-marks.ts';

test.each([
  ['@', 1, { from: 0, query: '' }],
  ['привет @ан', 10, { from: 7, query: 'ан' }],
  ['@анна и', 7, null],
  ['почта@ан', 8, null],
  ['(@ан', 4, { from: 1, query: 'ан' }],
  ['@@', 2, null],
  ['', 0, null],
  ['и\u0306@ан', 5, null],
  ['и\u0306 @анд\u0306', 8, { from: 3, query: 'анд\u0306' }],
])('%j at %d', (text, caret, expected) => expect(readNaming(text, caret)).toEqual(expected));
test('finds each mention still present in the text, with its offset', () => {
  const named = [
    { user: 'a', words: '@Анна' },
    { user: 'b', words: '@Анна Белова' },
  ];
  expect(findMarks('@Анна Белова и @Анна, @Аннами', named)).toEqual([
    { user: 'b', offset: 0, length: 12 },
    { user: 'a', offset: 15, length: 5 },
  ]);
  expect(findMarks('Анна', named)).toEqual([]);
  expect(findMarks('и\u0306 👨‍👩‍👧 @Анна, @Анна\u0306', named)).toEqual([
    { user: 'a', offset: 12, length: 5 },
  ]);
});
