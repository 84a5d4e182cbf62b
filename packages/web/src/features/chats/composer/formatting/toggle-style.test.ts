import { expect, test } from 'vitest';
import type { MarkedStyle } from '@respa/contract/formatting';
import { parseMarkup } from '../../message-text/markup.ts';
import { toggleStyle } from './toggle-style.ts';

/** The selection is between brackets. */
const apply = (marked: string, style: MarkedStyle) => {
  const [from, to] = [marked.indexOf('['), marked.indexOf(']') - 1];
  const next = toggleStyle({ source: marked.replace(/[[\]]/g, ''), from, to }, style);
  return `${next.source.slice(0, next.from)}[${next.source.slice(next.from, next.to)}]${next.source.slice(next.to)}`;
};

test.each<[string, MarkedStyle, string]>([
  ['сбор [в семь] тут', 'bold', 'сбор **[в семь]** тут'],
  ['сбор **[в семь]** тут', 'bold', 'сбор [в семь] тут'],
  ['сбор [**в семь**] тут', 'bold', 'сбор [в семь] тут'],
  ['сбор[ в семь ]тут', 'spoiler', 'сбор ||[в семь]|| тут'],
  ['**[в семь]**', 'italic', '**__[в семь]__**'],
  ['[let a;]', 'block', '```\n[let a;]\n```'],
  ['```\n[let a;]\n```', 'block', '[let a;]'],
  ['да []', 'bold', 'да **[]**'],
])('%j as %s is %j', (marked, style, expected) => expect(apply(marked, style)).toBe(expected));

test('a part of a word is formatted too, and the format is taken away again', () => {
  const marked = apply('пере[вод]чик', 'bold');
  expect(parseMarkup(marked.replace(/[[\]]/g, ''))).toEqual({
    text: 'переводчик',
    formatting: [{ style: 'bold', offset: 4, length: 3 }],
  });
  expect(apply(marked, 'bold')).toBe('пере[вод]чик');
});
