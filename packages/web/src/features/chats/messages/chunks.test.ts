import { expect, test } from 'vitest';
import { cutIntoChunks, type Growth } from './chunks.ts';
import type { Message } from '../rooms/room-state.ts';

const at = (position: number, text = ''): Message =>
  ({ _id: `id-${position}`, position, message: text }) as Message;
const STILL: Growth = { above: false, below: false };
const conversation = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => at(from + index));

test('cuts a conversation by position, so that older pages move no message into another chunk', () => {
  const messages = conversation(13, 30);
  const before = cutIntoChunks(messages, [], STILL);
  expect(
    before.map(({ key, messages: own }) => [key, own[0]!.position, own.at(-1)!.position]),
  ).toEqual([
    [3, 13, 15],
    [4, 16, 19],
    [5, 20, 23],
    [6, 24, 27],
    [7, 28, 30],
  ]);
  expect(before.map(({ previous }) => previous?.position)).toEqual([undefined, 15, 19, 23, 27]);
  const after = cutIntoChunks([...conversation(5, 12), ...messages], before, STILL);
  expect(after.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // Only the chunks that gained messages or a new previous message are recreated.
  expect(after.map((chunk) => before.includes(chunk))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});
test('recreates the chunk of a changed or deleted message, and the next chunk if the message was its neighbour', () => {
  const messages = conversation(1, 23);
  const before = cutIntoChunks(messages, [], STILL);
  const edited = cutIntoChunks(
    messages.map((message) => (message.position === 12 ? at(12, 'иначе') : message)),
    before,
    STILL,
  );
  expect(edited.map((chunk) => before.includes(chunk))).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
  ]);
  const without = cutIntoChunks(
    messages.filter(({ position }) => position !== 15),
    before,
    STILL,
  );
  expect(without.map((chunk) => before.includes(chunk))).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
});

test('delays the chunks of a page beyond either end, but not the first load, new messages or changes', () => {
  const late = (chunks: ReturnType<typeof cutIntoChunks>) =>
    chunks.filter(({ isLate }) => isLate).map(({ key }) => key);
  const before = cutIntoChunks(conversation(20, 40), [], { above: true, below: true });
  expect(late(before)).toEqual([]);
  expect(late(cutIntoChunks(conversation(4, 60), before, { above: true, below: true }))).toEqual([
    1, 2, 3, 4, 11, 12, 13, 14, 15,
  ]);
  expect(late(cutIntoChunks(conversation(4, 60), before, { above: true, below: false }))).toEqual([
    1, 2, 3, 4,
  ]);
  expect(late(cutIntoChunks(conversation(4, 60), before, STILL))).toEqual([]);
  // A chunk that is already being drawn, or was drawn, is not delayed when more of its messages
  // arrive.
  const after = cutIntoChunks(conversation(13, 40), before, { above: true, below: false });
  expect(late(cutIntoChunks(conversation(4, 40), after, { above: true, below: false }))).toEqual([
    1, 2, 3, 4,
  ]);
});
