import { expect, test } from 'vitest';
import { applyEvent, EMPTY_ROOM, readUpTo, type Message } from './room-state.ts';

const message = (position: number, text = `m${position}`, user = 'anna'): Message => ({
  _id: `id-${position}`,
  user,
  name: '',
  surname: '',
  avatarUrl: '',
  message: text,
  date: '2026-01-01T00:00:00.000Z',
  images: [],
  videos: [],
  audio: null,
  files: [],
  pictures: [],
  clips: [],
  audioDuration: null,
  sticker: null,
  peaks: [],
  system: null,
  edited: false,
  silent: false,
  position,
  clientId: null,
  replyTo: null,
  reactions: [],
  mentions: [],
  formatting: [],
  forwarded: null,
  poll: null,
});
const init = (...positions: number[]) =>
  applyEvent(EMPTY_ROOM, {
    type: 'init',
    reads: [],
    messages: positions.map((at) => message(at)),
    isNewest: true,
    newest: positions.at(-1) ?? 0,
    unread: 0,
    isLast: false,
  });
const texts = (state: typeof EMPTY_ROOM) => state.messages.map((one) => one.message);

test('sorts messages by their position, whatever order they arrive in, without duplicates', () => {
  let state = init(5, 6);
  state = applyEvent(state, { type: 'create', message: message(8) });
  state = applyEvent(state, { type: 'create', message: message(7) });
  state = applyEvent(state, { type: 'create', message: message(8) });
  expect(texts(state)).toEqual(['m5', 'm6', 'm7', 'm8']);
});
test('puts an older page above and does not undo a newer version', () => {
  let state = applyEvent(init(5, 6), { type: 'edit', message: message(5, 'changed') });
  state = applyEvent(state, {
    type: 'older',
    part: state.part,
    messages: [message(3), message(4), message(5)],
    isLast: true,
  });
  expect(texts(state)).toEqual(['m3', 'm4', 'changed', 'm6']);
  expect(state.isLast).toBe(true);
});
test('leaves no hole in the history for a message from above the loaded part', () => {
  const state = applyEvent(init(5, 6), { type: 'create', message: message(2, 'edited elsewhere') });
  expect(texts(state)).toEqual(['m5', 'm6']);
  expect(
    texts(applyEvent({ ...state, isLast: true }, { type: 'create', message: message(2) })),
  ).toEqual(['m2', 'm5', 'm6']);
});
test('ignores an edit of a message that is not loaded, and removes a deleted one', () => {
  let state = applyEvent(init(5, 6), { type: 'edit', message: message(2, 'old') });
  expect(texts(state)).toEqual(['m5', 'm6']);
  state = applyEvent(state, { type: 'delete', id: 'id-5' });
  expect(texts(state)).toEqual(['m6']);
});
test('a line in place of a message replaces it, and quotes of the message are empty', () => {
  const quoted = { _id: 'id-5', name: 'Анна', message: 'm5', kind: null, isDeleted: false };
  const answer = { ...message(6), replyTo: quoted as Message['replyTo'] };
  let state = applyEvent(init(5), { type: 'create', message: answer });
  const system = { kind: 'removed_by_creator' as const, userId: null };
  state = applyEvent(state, {
    type: 'edit',
    message: { ...message(5, 'Сообщение удалено создателем'), system },
  });
  expect(texts(state)).toEqual(['Сообщение удалено создателем', 'm6']);
  expect(state.messages[1]!.replyTo).toMatchObject({ isDeleted: true, message: '', name: '' });
});
test("moves read marks only forward, and keeps one's own separate from the others'", () => {
  let state = applyEvent(init(5), { type: 'read', userId: 'boris', position: 5 });
  state = applyEvent(state, { type: 'read', userId: 'boris', position: 3 });
  expect(readUpTo(state, 'anna')).toBe(5);
  expect(readUpTo(applyEvent(init(5), { type: 'read', userId: 'anna', position: 9 }), 'anna')).toBe(
    0,
  );
});
test('after a jump, new messages wait until the pages lead to them', () => {
  let state = applyEvent(init(50, 51), {
    type: 'jump',
    messages: [message(5), message(6)],
    isLast: false,
    isNewest: false,
  });
  expect([texts(state), state.hasNewer]).toEqual([['m5', 'm6'], true]);
  state = applyEvent(state, { type: 'create', message: message(8) });
  expect(texts(state)).toEqual(['m5', 'm6']);
  state = applyEvent(state, {
    type: 'newer',
    part: state.part,
    messages: [message(7)],
    isNewest: true,
  });
  expect([texts(state), state.hasNewer]).toEqual([['m5', 'm6', 'm7', 'm8'], false]);
});
test('keeps the messages around the user when they stop in a long conversation, and reloads dropped ones with their pages', () => {
  const positions = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => message(from + step));
  const ends = ({ messages, isLast, hasNewer, part }: typeof EMPTY_ROOM) => [
    messages[0]!.position,
    messages.at(-1)!.position,
    isLast,
    hasNewer,
    part,
  ];
  const stop = (state: typeof EMPTY_ROOM, position: number) =>
    applyEvent(state, { type: 'calm', at: `id-${position}` });
  let state = applyEvent(EMPTY_ROOM, {
    type: 'init',
    reads: [],
    messages: positions(3_801, 5_000),
    isLast: false,
    isNewest: true,
    newest: 5_000,
    unread: 0,
  });
  expect(stop(state, 3_801)).toBe(state);
  state = applyEvent(state, {
    type: 'older',
    part: state.part,
    messages: positions(3_781, 3_800),
    isLast: true,
  });
  expect(stop(state, 9_999)).toBe(state);
  expect(ends(stop(state, 4_401))).toEqual([3_904, 4_903, false, true, 2]);
  expect(ends(stop(state, 4_999))).toEqual([4_004, 5_000, false, false, 2]);
  // Chunks stay whole.
  state = stop(state, 3_790);
  expect(ends(state)).toEqual([3_781, 4_783, true, true, 2]);
  // Meanwhile the conversation continues.
  state = applyEvent(state, { type: 'create', message: message(5_001) });
  state = applyEvent(state, { type: 'edit', message: message(4_900, 'changed') });
  expect(ends(state)).toEqual([3_781, 4_783, true, true, 2]);
  state = applyEvent(state, {
    type: 'newer',
    part: state.part,
    messages: positions(4_784, 5_000),
    isNewest: true,
  });
  expect(ends(state)).toEqual([3_781, 5_001, true, false, 2]);
  expect(state.messages.find(({ position }) => position === 4_900)?.message).toBe('changed');
});
test('ignores a page for a part of the history that is no longer shown', () => {
  const state = applyEvent(init(50, 51), {
    type: 'jump',
    messages: [message(5), message(6)],
    isLast: false,
  });
  expect(applyEvent(state, { type: 'older', part: 1, messages: [message(49)], isLast: true })).toBe(
    state,
  );
  expect(
    applyEvent(state, { type: 'newer', part: 1, messages: [message(52)], isNewest: true }),
  ).toBe(state);
  // The message at its end may be deleted meanwhile.
  const without = applyEvent(state, { type: 'delete', id: 'id-5' });
  expect(
    texts(applyEvent(without, { type: 'older', part: 2, messages: [message(4)], isLast: true })),
  ).toEqual(['m4', 'm6']);
});
test('a page that was loading during other events restores nothing old and hides nothing new', () => {
  let state = applyEvent(init(5, 6), { type: 'delete', id: 'id-3' });
  state = applyEvent(state, { type: 'edit', message: message(4, 'later') });
  state = applyEvent(state, {
    type: 'older',
    part: state.part,
    messages: [message(2), message(3), message(4)],
    isLast: true,
  });
  expect(texts(state)).toEqual(['m2', 'later', 'm5', 'm6']);
  // A message that is shown now is changed in place.
  state = applyEvent(state, { type: 'edit', message: message(4, 'latest') });
  expect(
    texts(
      applyEvent(state, {
        type: 'jump',
        messages: [message(3), message(4)],
        isLast: false,
        isNewest: false,
      }),
    ),
  ).toEqual(['latest']);

  state = applyEvent(init(50, 51), {
    type: 'jump',
    messages: [message(5), message(6)],
    isLast: false,
    isNewest: false,
  });
  state = applyEvent(state, { type: 'create', message: message(52) });
  state = applyEvent(state, {
    type: 'jump',
    messages: [message(50), message(51)],
    isLast: false,
    isNewest: true,
  });
  expect(texts(state)).toEqual(['m50', 'm51', 'm52']);
});
test('quotes follow the messages that they quote', () => {
  const answer: Message = {
    ...message(6),
    replyTo: {
      _id: 'id-5',
      user: 'anna',
      name: 'Анна',
      surname: '',
      message: 'm5',
      kind: null,
      position: 1,
      isDeleted: false,
    },
  };
  let state = applyEvent(EMPTY_ROOM, {
    type: 'init',
    reads: [],
    messages: [message(5), answer],
    isLast: true,
    isNewest: true,
    newest: 6,
    unread: 0,
  });
  state = applyEvent(state, { type: 'edit', message: message(5, 'иначе') });
  expect(state.messages[1]!.replyTo).toMatchObject({ message: 'иначе' });
  state = applyEvent(state, { type: 'delete', id: 'id-5' });
  expect(state.messages.map((one) => one.replyTo)).toMatchObject([
    { message: '', isDeleted: true },
  ]);
});
