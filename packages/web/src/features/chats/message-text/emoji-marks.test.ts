import { expect, test } from 'vitest';
import { dropBroken, readEmojiMark, writeEmojiMark } from './emoji-marks.ts';
import { parseMarkup, renderMarkup } from './markup.ts';

const ID = '01930000-1234-7abc-8def-0123456789ab';
const MARK = writeEmojiMark(ID);
const part = (offset: number, length = 2, emoji = ID) => ({
  style: 'emoji' as const,
  offset,
  length,
  emoji,
});

test.each([ID, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
  'a mark holds the id %s',
  (id) => {
    const mark = writeEmojiMark(id);
    expect(readEmojiMark(`🔥${mark}!`, 2)).toEqual({ mark, id });
    expect(readEmojiMark(mark.slice(2), 0)).toBeNull();
  },
);

test.each([
  [`Го🔥${MARK}!`, 'Го🔥!', [part(2)]],
  [`**Го 🔥${MARK}**`, 'Го 🔥', [{ style: 'bold', offset: 0, length: 5 }, part(3)]],
  [`👨‍👩‍👧${MARK}🔥${MARK}`, '👨‍👩‍👧🔥', [part(0, 8), part(8)]],
  [`\`код 🔥${MARK}\``, 'код 🔥', [{ style: 'code', offset: 0, length: 6 }]],
  [`слово${MARK}`, 'слово', []],
  [`🔥${MARK} и *_${MARK}`, '🔥 и *_', [part(0)]],
])('%j is sent as %j', (source, text, formatting) => {
  expect(parseMarkup(source)).toEqual({ text, formatting });
});

test.each([
  { text: 'Го🔥!', formatting: [part(2)] },
  { text: '🔥🔥', formatting: [part(0), part(2)] },
  {
    text: 'Вот **это** 🔥 да',
    formatting: [{ style: 'bold' as const, offset: 0, length: 14 }, part(12)],
  },
])('a message with custom emoji is edited as it was: $text', (message) => {
  expect(parseMarkup(renderMarkup(message))).toEqual(message);
});

test('Backspace after a custom emoji deletes the emoji whole', () => {
  const typed = `Го🔥${MARK.slice(0, -2)}, да`;
  expect(dropBroken(typed, typed.length - 4)).toEqual({ text: 'Го, да', cursor: 2 });
  const whole = `Го🔥${MARK}🔥${MARK}`;
  expect(dropBroken(whole, 3)).toEqual({ text: whole, cursor: 3 });
  expect(dropBroken(`Го${MARK}!`, 2)).toEqual({ text: 'Го!', cursor: 2 });
});
