import { expect, test } from 'vitest';
import { statusOf, typingWords } from './group-words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('names up to two users who are typing', () => {
  expect(
    [[], ['Анна'], ['Анна', 'Борис'], ['Анна', 'Борис', 'Вера'], ['1', '2', '3', '4', '5']].map(
      (names) => plain(typingWords(names)),
    ),
  ).toEqual([
    '',
    'Анна печатает…',
    'Анна и Борис печатают…',
    '3 человека печатают…',
    '5 человек печатают…',
  ]);
  expect(plain(typingWords(Array.from({ length: 21 }, String)))).toBe('21 человек печатает…');
});
test('shows how many members a group chat has and how many of them are online', () => {
  const group = (all: number, online: number) => ({
    membersCount: all,
    members: Array.from({ length: all }, (_, index) => ({ isOnline: index < online })),
  });
  expect(
    [group(1, 1), group(2, 1), group(5, 2), group(21, 0), group(200, 3)].map((one) =>
      plain(statusOf(one)),
    ),
  ).toEqual([
    '1 участник',
    '2 участника',
    '5 участников, 2 в сети',
    '21 участник',
    '200 участников, 3 в сети',
  ]);
});
