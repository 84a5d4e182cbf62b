import { expect, test } from 'vitest';
import { applyEvent, EMPTY_ROOM, type Message, type RoomState } from './room-state.ts';
import { findFirstUnread } from './unread-count.ts';

const message = (position: number, user = 'boris'): Message =>
  ({ _id: `id-${position}`, user, message: '', position, system: null, replyTo: null }) as Message;
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
const open = (input: { messages: Message[]; read: number; newest: number; unread: number }) =>
  applyEvent(
    { ...EMPTY_ROOM, me: 'anna' },
    {
      type: 'init',
      messages: input.messages,
      isLast: false,
      isNewest: input.messages.at(-1)?.position === input.newest,
      newest: input.newest,
      unread: input.unread,
      reads: [{ userId: 'anna', position: input.read }],
    },
  );
const read = (state: RoomState, position: number) =>
  applyEvent(state, { type: 'read', userId: 'anna', position });

test('counts the unread messages below the loaded part, and those that arrive there', () => {
  let state = open({ messages: range(81, 120), read: 100, newest: 150, unread: 50 });
  expect(state.unread).toBe(50);
  expect(findFirstUnread(state)?.position).toBe(101);
  state = applyEvent(state, { type: 'create', message: message(151) });
  expect(state.unread).toBe(51);
  state = applyEvent(state, { type: 'create', message: message(152, 'anna') });
  expect(state.unread).toBe(51);
  state = read(state, 110);
  expect(state.unread).toBe(41);
  state = applyEvent(state, {
    type: 'newer',
    part: state.part,
    messages: [...range(121, 151), message(152, 'anna')],
    isNewest: true,
  });
  expect(state.unread).toBe(41);
  state = applyEvent(state, { type: 'delete', id: 'id-130' });
  expect(state.unread).toBe(40);
  expect(read(state, 152).unread).toBe(0);
});

test('a message that a line replaces is not unread any more', () => {
  let state = open({ messages: range(81, 120), read: 100, newest: 150, unread: 50 });
  const system = { kind: 'removed_by_moderator', userId: null } as const;
  for (const position of [90, 110, 110])
    state = applyEvent(state, { type: 'edit', message: { ...message(position), system } });
  expect(state.unread).toBe(49);
  // A tab that asks for changes does not know which of them are new.
  state = applyEvent(state, { type: 'create', message: { ...message(111), system } });
  expect(state.unread).toBe(48);
});
test('counts exactly when everything unread is loaded', () => {
  const state = open({
    messages: [...range(1, 4), message(5, 'anna')],
    read: 2,
    newest: 5,
    unread: 9,
  });
  expect(state.unread).toBe(2);
  expect(findFirstUnread(state)?.position).toBe(3);
});

test('returns no first unread message if it may be above the loaded part', () => {
  const state = open({ messages: range(81, 100), read: 10, newest: 100, unread: 90 });
  expect(findFirstUnread(state)).toBeUndefined();
  expect(state.unread).toBe(90);
});
