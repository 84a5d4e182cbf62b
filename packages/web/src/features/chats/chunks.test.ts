import { expect, test } from 'vitest';
import { cutIntoChunks } from './chunks.ts';
import type { Message } from './room-state.ts';

const at = (position: number, text = ''): Message => ({ _id: `id-${position}`, position, message: text }) as Message;
const talk = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => at(from + place));

test('a talk is cut by places, so that older pages move no message into another chunk', () => {
  const messages = talk(13, 30);
  const before = cutIntoChunks(messages, []);
  expect(before.map(({ key, messages: own }) => [key, own[0]!.position, own.at(-1)!.position])).toEqual([[1, 13, 15], [2, 16, 23], [3, 24, 30]]);
  expect(before.map(({ previous }) => previous?.position)).toEqual([undefined, 15, 23]);
  const after = cutIntoChunks([...talk(5, 12), ...messages], before);
  expect(after.map(({ key }) => key)).toEqual([0, 1, 2, 3]);
  // Only the chunk that got more is another one.
  expect(after.map((chunk) => before.includes(chunk))).toEqual([false, false, true, true]);
});
test('what is changed or taken away makes its own chunk anew, and the next one where it was its neighbour', () => {
  const messages = talk(1, 23);
  const before = cutIntoChunks(messages, []);
  const edited = cutIntoChunks(messages.map((message) => (message.position === 12 ? at(12, 'иначе') : message)), before);
  expect(edited.map((chunk) => before.includes(chunk))).toEqual([true, false, true]);
  const without = cutIntoChunks(messages.filter(({ position }) => position !== 15), before);
  expect(without.map((chunk) => before.includes(chunk))).toEqual([true, false, false]);
});
