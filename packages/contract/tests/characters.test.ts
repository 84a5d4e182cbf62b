import { describe, expect, it, test } from 'vitest';
import {
  displayName,
  firstCharacters,
  initialOf,
  fit,
  isBlank,
  isLonger,
  isolateQuoted,
} from '../src/characters.ts';
import { cleanLine } from '../src/clean-text.ts';

describe('characters', () => {
  it('are counted as code points, so a text of emoji may be as long as the limit', () => {
    expect(isLonger('🔥'.repeat(100), 100)).toBe(false);
    expect(isLonger('🔥'.repeat(101), 100)).toBe(true);
    expect(isLonger('щ'.repeat(100), 100)).toBe(false);
    expect(isLonger(`${'щ'.repeat(100)}!`, 100)).toBe(true);
  });
  it('are never cut in two', () => {
    expect(firstCharacters('в бой 🔥🔥', 7)).toBe('в бой 🔥');
    expect(firstCharacters('коротко', 7)).toBe('коротко');
    for (let most = 1; most < 12; most += 1)
      expect(firstCharacters('а🔥б🎮в🏆г🕹️д', most).isWellFormed()).toBe(true);
  });
  it('end with an ellipsis that counts as one of them when the text does not fit', () => {
    expect(fit('Собираемся в 20:00', 18)).toBe('Собираемся в 20:00');
    expect(fit('Собираемся в 20:00', 17)).toBe('Собираемся в 20:…');
    // No space precedes the ellipsis.
    expect(fit('Собираемся в 20:00', 14)).toBe('Собираемся в…');
    expect(fit('🔥'.repeat(201), 200)).toBe(`${'🔥'.repeat(199)}…`);
  });
});

test.each([
  ['Белова', 'Б'],
  ['👨‍👩‍👧 семья', '👨‍👩‍👧'],
  ['И\u0306одов', 'И\u0306'],
  ['', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});

test.each([
  ['a family', 'за 👨‍👩‍👧‍👦!', 'за '],
  ['a skin colour', 'ок 👍🏽!', 'ок '],
  ['a country', 'из 🇷🇺!', 'из '],
  ['a region', 'из 🏴󠁧󠁢󠁥󠁮󠁧󠁿!', 'из '],
  ['a keycap', 'на 1️⃣!', 'на '],
  ['a letter and its accent', 'за\u0301мок', 'з'],
  ['a Hangul syllable of parts', 'ко \u1112\u1161\u11ab', 'ко '],
  ['a Devanagari syllable', 'он क्षि', 'он '],
])('a cut never falls inside %s', (_, text, kept) => {
  const whole = firstCharacters(text, Array.from(text).length - 1);
  for (let most = Array.from(kept).length; most <= Array.from(text).length; most += 1) {
    const cut = firstCharacters(text, most);
    expect(text.startsWith(cut)).toBe(true);
    const graphemes = [...new Intl.Segmenter('ru').segment(text)].map(({ index }) => index);
    expect([...graphemes, text.length]).toContain(cut.length);
  }
  expect(firstCharacters(text, Array.from(kept).length + 1)).toBe(kept);
  expect(whole.length).toBeLessThan(text.length);
});

test.each([
  ['zero-width characters', 'Ан\u200bна\u2060', 'Анна'],
  ['bidirectional overrides', '\u202egpj.exe\u202c', 'gpj.exe'],
  ['bidirectional isolates and marks', '\u2067Анна\u2069\u200e\u061c', 'Анна'],
  ['soft hyphens and byte order marks', '\ufeffАн\u00adна', 'Анна'],
  ['Hangul fillers', '\u3164\u115fАнна\u1160\uffa0', 'Анна'],
  ['the blank Braille pattern', '\u2800Анна\u2800', 'Анна'],
  ['tags and selectors outside emoji', 'Анна\u{e0041}\ufe0f\u{e0100}', 'Анна'],
  ['joiners outside emoji', 'Ан\u200dна', 'Анна'],
  ['line breaks and wide spaces', ' Анна\n\u00a0\u3000Мария\t', 'Анна Мария'],
  ['control characters', 'Ан\u0001на\u0085\u009f', 'Анна'],
  ['a decomposed letter', 'Андреи\u0306', 'Андрей'],
  ['emoji', '❤️👨‍👩‍👧🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣☝🏽🇷🇺', '❤️👨‍👩‍👧🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣☝🏽🇷🇺'],
  ['an Arabic name', 'محمد', 'محمد'],
])('a line is read without or with %s', (_, typed, kept) => {
  expect(cleanLine(typed)).toBe(kept);
});

const BLANKS = [
  '',
  ' \n\t\u00a0\u3000',
  '\u200b',
  '\u2800\u2800',
  '\u3164',
  '\u115f\u1160\uffa0',
  '\u00ad\u034f\u180e\ufeff',
  '\u202e\u2066\u2069',
  '\u{e0041}\ufe0f\u200d',
  '\u0001\u0085',
  '\u0301',
];
test.each(BLANKS)('%j has nothing to see', (text) => {
  expect([isBlank(text), cleanLine(text)]).toEqual([true, '']);
});
test.each(['.', 'а', '🎮', '1', '\u200bа', 'ا', '\u20bd'])('%j is visible', (text) => {
  expect(isBlank(text)).toBe(false);
});

test('a name written from right to left is isolated, any other one is left alone', () => {
  expect(displayName({ name: 'Анна', surname: 'Белова' })).toBe('Анна Белова');
  expect(displayName({ name: 'Анна', surname: '' })).toBe('Анна');
  expect(displayName({ name: 'محمد', surname: 'علي' })).toBe('\u2068محمد علي\u2069');
  expect(isolateQuoted('Удалить «א.jpg» и «б»?')).toBe('Удалить «\u2068א.jpg\u2069» и «б»?');
});
