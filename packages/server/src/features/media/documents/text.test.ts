import { describe, expect, test } from 'vitest';
import { decodeText, isText } from './text.ts';

const SENTENCE =
  'Привет, Мария! Сбор гильдии в пятницу в 20:00. «Ёлка», объявление № 7 и подъём — для всех.\r\n';
/** Encodes Russian text by searching the table of a decoder. */
function encode(text: string, encoding: string): Buffer {
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder(encoding).decode(Uint8Array.of(byte)),
      byte,
    ]),
  );
  return Buffer.from([...text].map((character) => table.get(character) ?? 0x3f));
}
const big = (text: string) => Buffer.from(text, 'utf16le').swap16();
const withBad = (text: string, at: number) => {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at)]);
};

describe('a text', () => {
  test.each(['windows-1251', 'ibm866', 'koi8-r'])('in %s is read as it was written', (encoding) => {
    const short = ['Привет', 'ПРИВЕТ ВСЕМ', 'как дела?', 'сохранение игры'];
    for (const text of [SENTENCE, SENTENCE.toUpperCase(), ...short]) {
      const bytes = encode(text, encoding);
      expect(decodeText(bytes)).toBe(new TextDecoder(encoding).decode(bytes));
      expect(isText(bytes, 'a.txt')).toBe(true);
      expect(isText(bytes, 'a.sav')).toBe(false);
    }
  });
  test.each([
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${SENTENCE}`, 'utf16le')],
    ['UTF-16 LE without a mark', Buffer.from(SENTENCE, 'utf16le')],
    ['UTF-16 BE with a mark', big(`\ufeff${SENTENCE}`)],
    ['UTF-16 BE without a mark', big(SENTENCE)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${SENTENCE}`)],
    ['UTF-8', Buffer.from(SENTENCE)],
  ])('in %s is read as it was written', (_, bytes) => {
    expect(decodeText(bytes)).toBe(SENTENCE);
    expect(isText(bytes, 'a.log')).toBe(true);
  });
  test('in UTF-16 of Latin letters alone is recognized', () => {
    expect(decodeText(Buffer.from('fps=60\r\n', 'utf16le'))).toBe('fps=60\r\n');
    expect(decodeText(Buffer.from('fps=60\r\n'))).toBe('fps=60\r\n');
  });
  test('with damaged bytes stays UTF-8', () => {
    const text = SENTENCE.repeat(20);
    for (const at of [0, 1, 500]) {
      const read = decodeText(withBad(text, at));
      expect(read).toContain('объявление № 7');
      expect(read.match(/\ufffd/g)).toHaveLength(1);
      expect(isText(withBad(text, at), 'a.log')).toBe(true);
    }
  });
  test('with a block of NULs is shown around it', () => {
    const bytes = Buffer.from(`${SENTENCE}${'\0'.repeat(512)}${SENTENCE}`);
    expect(decodeText(bytes)).toBe(`${SENTENCE}\ufffd${SENTENCE}`);
    expect(isText(bytes, 'a.log')).toBe(true);
    expect(isText(bytes, 'a.sav')).toBe(false);
  });
  test('cut inside a character ends before it', () => {
    const bytes = Buffer.from('Ёж');
    expect(decodeText(bytes.subarray(0, 3))).toBe('Ё');
    expect(isText(bytes.subarray(0, 3), 'a')).toBe(true);
  });
  test('is not what contains control characters', () => {
    for (const bytes of [Buffer.of(1, 2, 3), Buffer.from('a\u0007b'), Buffer.of(0xff, 0xd8, 0x01)])
      expect(isText(bytes, 'a.txt')).toBe(false);
  });
});
