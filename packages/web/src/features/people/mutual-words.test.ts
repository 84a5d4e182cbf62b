import { expect, test } from 'vitest';
import { mutualWords } from './mutual-words.ts';

const friends = ['Даша', 'Марина', 'Олег'].map((name) => ({ name, surname: 'Соль' }));
const words = (count: number) =>
  mutualWords({ count, friends: friends.slice(0, count) }).replaceAll(/[\u2066-\u2069]/g, '');

test.each([
  [0, ''],
  [1, 'Общий друг: Даша'],
  [2, '2\u00a0общих друга: Даша и Марина'],
  [3, '3\u00a0общих друга: Даша, Марина и ещё один'],
  [4, '4\u00a0общих друга: Даша, Марина и ещё двое'],
  [5, '5\u00a0общих друзей: Даша, Марина и ещё трое'],
  [12, '12\u00a0общих друзей: Даша, Марина и ещё десятеро'],
  [21, '21\u00a0общий друг: Даша, Марина и ещё 19'],
  [1_002, '1\u00a0002\u00a0общих друга: Даша, Марина и ещё 1\u00a0000'],
])('%i mutual friends are said in Russian', (count, said) => {
  expect(words(count)).toBe(said);
});
test('friends without names are counted', () => {
  expect(mutualWords({ count: 4, friends: [] })).toBe('4\u00a0общих друга');
});
