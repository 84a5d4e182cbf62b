import { expect, test } from 'vitest';
import { findMistake, hideSpoilers, sortStyled, MARKED_STYLES } from '@respa/contract/formatting';
import type { StyledPart } from '@respa/contract/formatting';
import { FORCE, parseMarkup, renderMarkup } from './markup.ts';

/** Writes styled parts as `style:words`. */
const read = (source: string) => {
  const { text, formatting } = parseMarkup(source);
  return [
    text,
    ...formatting.map(
      ({ style, offset, length }) => `${style}:${text.slice(offset, offset + length)}`,
    ),
  ];
};

test.each([
  ['**да** и __нет__', ['да и нет', 'bold:да', 'italic:нет']],
  ['~~было~~ ||стало||', ['было стало', 'strike:было', 'spoiler:стало']],
  [
    '**всё ||тайна `код`||**',
    ['всё тайна код', 'bold:всё тайна код', 'spoiler:тайна код', 'code:код'],
  ],
  ['```\nа ** б\nв\n```', ['а ** б\nв', 'block:а ** б\nв']],
  ['`**не жирно**`', ['**не жирно**', 'code:**не жирно**']],
  ['**👨‍👩‍👧 й**!', ['👨‍👩‍👧 й!', 'bold:👨‍👩‍👧 й']],
  ['(**да**), «__нет__»', ['(да), «нет»', 'bold:да', 'italic:нет']],
  ['**https://respa.ru/a__b__c**', ['https://respa.ru/a__b__c', 'bold:https://respa.ru/a__b__c']],
])('reads the styles of %j', (source, expected) => expect(read(source)).toEqual(expected));

test.each([
  '**нет пары',
  '2**3**4',
  'if(a||b||c)',
  'a || b || c',
  '****',
  '********',
  'Имя: ____ ____',
  '~~~~',
  '``',
  '** пробел **',
  '**~~**~~',
  'https://ru.wikipedia.org/wiki/__init__/**a**',
  '¯\\_(ツ)_/¯',
  'п`ять і з`їв',
  'snake__case__name',
  '*звёздочка* и _подчёркивание_',
  '```',
  '`\n`',
])('leaves %j as it was typed', (source) =>
  expect(parseMarkup(source)).toEqual({ text: source, formatting: [] }),
);

/** Returns numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const WORDS = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '||',
  '|',
  '`',
  '```',
  FORCE,
  '\u2060',
  '\n',
  ' ',
  'а',
  'б1',
  '@Анна',
  '👨‍👩‍👧',
  'и\u0306',
  'https://respa.ru/a__b',
  '\\',
  '(',
  '.',
  '😀',
  '\u200d',
  '"',
];
test('gives back every text with its parts after writing and reading it', () => {
  const random = randomFrom(20_261_127);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  let formatted = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: Math.floor(random() * 12) }, () => pick(WORDS)).join('');
    const formatting: StyledPart[] = [];
    for (let tries = Math.floor(random() * 5); tries > 0 && text !== ''; tries -= 1) {
      const offset = Math.floor(random() * text.length);
      const length = 1 + Math.floor(random() * (text.length - offset));
      const next = sortStyled([...formatting, { style: pick(MARKED_STYLES), offset, length }]);
      if (findMistake(text, next) === null) formatting.splice(0, Infinity, ...next);
    }
    formatted += Number(formatting.length > 0);
    const source = renderMarkup({ text, formatting });
    expect({ source, ...parseMarkup(source) }).toEqual({ source, text, formatting });
  }
  expect(formatted).toBeGreaterThan(5_000);
});
test('returns parts that fit the text, and every sign, whatever was typed', () => {
  const random = randomFrom(39);
  for (let round = 0; round < 20_000; round += 1) {
    const source = Array.from(
      { length: Math.floor(random() * 14) },
      () => WORDS[Math.floor(random() * WORDS.length)]!,
    ).join('');
    const { text, formatting } = parseMarkup(source);
    expect({ source, mistake: findMistake(text, sortStyled(formatting)) }).toEqual({
      source,
      mistake: null,
    });
    const letters = (value: string) => value.replace(/[*_~|`\u2060\u2063\n]/g, '');
    expect(letters(text)).toBe(letters(source));
    const isPlain = formatting.length === 0 && !/[\u2060\u2063]/.test(source);
    expect(isPlain ? text : source).toBe(source);
  }
});
test('writes the plain marks for parts whose keys have another order', () =>
  expect(renderMarkup({ text: 'да', formatting: [{ length: 2, offset: 0, style: 'bold' }] })).toBe(
    '**да**',
  ));
test('hides the words of spoilers and their length', () => {
  const { text, formatting } = parseMarkup('Убийца — ||садовник Фёдор||, ||да||!');
  expect(hideSpoilers(text, formatting)).toBe('Убийца — ▒▒▒▒▒, ▒▒▒▒▒!');
});
