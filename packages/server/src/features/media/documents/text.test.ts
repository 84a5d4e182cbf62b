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
  test.each(['utf16le', 'utf16be'])('in %s without a mark may hold anything', (encoding) => {
    const other = ['Я', 'Да', 'Безопасность', 'Ура 😀😀😀', 'Цена: 100 ₽', '✔ Готово\r\n✘ Нет\r\n'];
    for (const text of [
      ...other,
      '┌───┐\r\n│ Да │\r\n└───┘',
      'ゼルダの伝説 ブレス\r\nline 1\r\n',
    ]) {
      const bytes = encoding === 'utf16be' ? big(text) : Buffer.from(text, 'utf16le');
      expect(decodeText(bytes)).toBe(text);
      expect(isText(bytes, 'a.txt')).toBe(true);
      const torn = Buffer.concat([bytes, Buffer.alloc(512), bytes]);
      expect(decodeText(torn)).toBe(`${text}\ufffd${text}`);
    }
  });
  test.each(['ibm866', 'koi8-r'])('in %s may have frames', (encoding) => {
    for (const text of [
      '╔══════════════╗\r\n║ Прохождение  ║\r\n╚══════════════╝\r\n',
      '┌──────────────────────┐\r\n│ Меню │\r\n└──────────────────────┘\r\n',
      ' ▄▄▄▄▄▄▄▄▄▄▄ ▐███▌\r\n░░▒▒▓▓██ RESPA ██▓▓▒▒░░\r\n Русификатор для игры\r\n',
    ])
      expect(decodeText(encode(text, encoding))).toBe(text);
  });
  test('in the languages beside Russian is read as it was written', () => {
    for (const text of ['Привіт, це їжак і ґанок', 'Ён ідзе ў лес, шаноўныя сябры', 'АААААА!'])
      expect(decodeText(encode(text, 'windows-1251'))).toBe(text);
  });
  test('of a few letters with a damaged byte stays UTF-8', () => {
    for (const text of ['Да', 'Алёна', 'Анна Белова'])
      for (const bad of [0xff, 0x80, 0xc0])
        expect(decodeText(Buffer.concat([Buffer.from(text), Buffer.of(bad)]))).toBe(
          `${text}\ufffd`,
        );
  });
  test('may have bells, backspaces, colours and the end mark of DOS', () => {
    const dos = encode('Список оружия\r\n1. Меч\r\n\u001a', 'ibm866');
    expect(decodeText(dos)).toBe('Список оружия\r\n1. Меч\r\n\u001a');
    for (const bytes of [dos, Buffer.from(`[12:00] \u000304Вася\u000f: ${SENTENCE}\u0007`)])
      expect([isText(bytes, 'a.log'), isText(bytes, 'a.sav')]).toEqual([true, false]);
  });
  test.each(['windows-1251', 'ibm866', 'koi8-r', 'utf-8'])(
    'in %s is read although it begins with much English',
    (encoding) => {
      const english = Buffer.from('[INFO] Loading level 1: done in 20 ms\n'.repeat(4_000));
      const russian =
        encoding === 'utf-8'
          ? Buffer.concat([Buffer.from('Уровень не загружен: '), Buffer.of(0xff)])
          : encode('Уровень не загружен: ошибка', encoding);
      const read = decodeText(Buffer.concat([english, russian]));
      expect(read.slice(english.length)).toMatch(/^Уровень не загружен: /);
    },
  );
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
  test('is not what consists of control characters', () => {
    for (const bytes of [Buffer.of(1, 2, 3), Buffer.from('a\u0007b'), Buffer.of(0xff, 0xd8, 0x01)])
      expect(isText(bytes, 'a.txt')).toBe(false);
  });
});
