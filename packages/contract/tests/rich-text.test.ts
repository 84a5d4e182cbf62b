import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitText, tagAddress } from '../src/rich-text.ts';

const linksOf = (text: string, origin?: string) =>
  splitText(text, origin === undefined ? {} : { origin }).flatMap((part) =>
    part.kind === 'link' ? [part.text] : [],
  );
const hrefsOf = (text: string) =>
  splitText(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));

describe('An address', () => {
  test.each([
    // With a scheme.
    ['смотри https://site.ru/путь?а=б.', ['https://site.ru/путь?а=б']],
    ['HTTPS://Site.RU/X', ['HTTPS://Site.RU/X']],
    ['http://192.168.0.1:8080/x', ['http://192.168.0.1:8080/x']],
    ['https://site.test', ['https://site.test']],
    ['смотриhttps://a.ru', ['https://a.ru']],
    ['xhttps://a.ru/x', []],
    ['https:// http://localhost javascript:alert(1) ftp://x.ru data:text/html,x', []],
    ['https://yandex.ru@evil.com/', ['https://yandex.ru']],
    // What ends a sentence or a quotation is not part of it.
    ...[...'.,!?;:…»"\'`”’“‘—–*'].flatMap((sign): [string, string[]][] => [
      [`вот https://a.ru/x${sign}`, ['https://a.ru/x']],
      [`вот https://a.ru/x${sign} и`, ['https://a.ru/x']],
      [`вот https://a.ru${sign}`, ['https://a.ru']],
      [`вот vk.com${sign} и`, ['vk.com']],
    ]),
    ['https://a.ru/x!!!1', ['https://a.ru/x!!!1']],
    ['https://a.ru/x?!..', ['https://a.ru/x']],
    ['«https://a.ru/x»', ['https://a.ru/x']],
    ['“https://a.ru/x”', ['https://a.ru/x']],
    ['`https://a.ru/x`', ['https://a.ru/x']],
    ['https://a.ru/x«я»', ['https://a.ru/x']],
    ['https://a.ru/x—вот', ['https://a.ru/x']],
    ['https://a.ru—вот', ['https://a.ru']],
    ['https://a.ru/x\u200bвот', ['https://a.ru/x']],
    // What an address may end with.
    ['https://a.ru/x_ и', ['https://a.ru/x_']],
    ['https://ru.wikipedia.org/wiki/Меч_', ['https://ru.wikipedia.org/wiki/Меч_']],
    ['https://a.ru/x/ и', ['https://a.ru/x/']],
    ['https://a.ru/x-', ['https://a.ru/x-']],
    ['https://a.ru/?q=', ['https://a.ru/?q=']],
    ['https://a.ru/x#', ['https://a.ru/x#']],
    ['https://a.ru/x&y=%20', ['https://a.ru/x&y=%20']],
    ["https://a.ru/O'Neil", ["https://a.ru/O'Neil"]],
    [
      'https://ru.wikipedia.org/wiki/Москва_—_Петушки',
      ['https://ru.wikipedia.org/wiki/Москва_—_Петушки'],
    ],
    // Brackets are kept in pairs.
    ['(https://a.ru/x)', ['https://a.ru/x']],
    ['https://a.ru/Меч_(оружие)', ['https://a.ru/Меч_(оружие)']],
    ['(https://a.ru/Меч_(оружие)).', ['https://a.ru/Меч_(оружие)']],
    ['[вот](https://a.ru/x)', ['https://a.ru/x']],
    ['[https://a.ru](https://b.ru)', ['https://a.ru', 'https://b.ru']],
    ['https://a.ru/x(', ['https://a.ru/x']],
    ['https://a.ru/x[0]', ['https://a.ru/x[0]']],
    // Without a scheme.
    ['vk.com и t.me/respa', ['vk.com', 't.me/respa']],
    ['ВК: VK.COM/id1, WWW.Site.ru!', ['VK.COM/id1', 'WWW.Site.ru']],
    ['www.игра.example', ['www.игра.example']],
    ['президент.рф/новости', ['президент.рф/новости']],
    ['xn--e1afmkfd.xn--p1ai', ['xn--e1afmkfd.xn--p1ai']],
    ['a.b.c.ru:8080/x', ['a.b.c.ru:8080/x']],
    ['(vk.com)', ['vk.com']],
    ['readme.md setup.py node.js 1.2.3 v1.0 и т.д. и т.п.', []],
    ['архив.com.zip', []],
    ['Да.Ru нет', []],
    ['vk.comm', []],
    ['..ru .ru ru', []],
    // E-mail.
    ['пишите на me.you+tag@site.ru.', ['me.you+tag@site.ru']],
    ['me@почта.рф', ['me@почта.рф']],
    ['@vk.com', []],
    ['me@site', []],
    ['a@b.ru@c.ru', []],
    ['почта:ivan.k+gifts@mail.ru.', ['ivan.k+gifts@mail.ru']],
    ['E-mail: a_b%c@d-e.co.uk, mailto:me@a.ru', ['a_b%c@d-e.co.uk', 'me@a.ru']],
    ['https://user:p+q@a.ru/x https://u:p@a.ru ftp://u:secret@a.ru', []],
  ])('%s', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });
  test('is given in full: with a scheme, encoded', () => {
    expect(hrefsOf('vk.com WWW.A.ru https://a.ru/путь me@a.ru')).toEqual([
      'https://vk.com/',
      'https://www.a.ru/',
      'https://a.ru/%D0%BF%D1%83%D1%82%D1%8C',
      'mailto:me@a.ru',
    ]);
  });
  test('of this site needs no dot', () => {
    const origin = 'http://localhost:3000';
    expect(linksOf(`${origin}/user/1, http://localhost:3001/`, origin)).toEqual([
      `${origin}/user/1`,
    ]);
  });
});

test.each([
  ['0:10 начало', 600, [[0, '0:10', 10]]],
  [
    '0:00, 1:02:03; (12:34)',
    4_000,
    [
      [0, '0:00', 0],
      [6, '1:02:03', 3_723],
      [16, '12:34', 754],
    ],
  ],
  ['00:10 — титры', 600, [[0, '00:10', 10]]],
  ['125:10', 8_000, [[0, '125:10', 7_510]]],
  ['10:00 10:01', 600, [[0, '10:00', 600]]],
  ['1:60 1:5 1:61:00 1:2:3:4 12:30:', 90_000, []],
  ['1:23,4 а1:23 -1:23 1:23.5', 600, []],
  ['1:23.', 600, [[0, '1:23', 83]]],
  ['https://a.ru/1:23', 600, []],
] as const)('finds the times of a video in %s', (text, seconds, times) => {
  let from = 0;
  const found = splitText(text, { seconds }).flatMap((part) => {
    const at = from;
    from += part.text.length;
    return part.kind === 'time' ? [[at, part.text, part.seconds]] : [];
  });
  expect(found).toEqual(times);
});
test('finds no times without a video', () => {
  expect(splitText('0:10')).toEqual([{ kind: 'text', text: '0:10' }]);
});
test('makes mentions separate parts, beside links', () => {
  expect(
    splitText('@Анна, вот www.a.ru', { mentions: [{ user: 'u1', offset: 0, length: 5 }] }),
  ).toEqual([
    { kind: 'mention', text: '@Анна', userId: 'u1' },
    { kind: 'text', text: ', вот ' },
    { kind: 'link', text: 'www.a.ru', href: 'https://www.a.ru/' },
  ]);
});

describe('A tag', () => {
  const tagsOf = (text: string) =>
    splitText(text).flatMap((part) => (part.kind === 'tag' ? [part.tag] : []));
  test.each([
    ['#игры и #Steam_2026!', ['игры', 'steam_2026']],
    ['(#ёлка), «#й»', ['ёлка', 'й']],
    ['#2026год', ['2026год']],
    ['#2026 #1 #_ # ##а #а#б а#б &#x27; /#в', []],
    [`#${'а'.repeat(50)}`, ['а'.repeat(50)]],
    [`#${'а'.repeat(51)}`, []],
    ['https://a.ru/#якорь a.ru#b #в', ['в']],
    ['кто-то@a.ru#нет', []],
    ['#и\u0306', ['й']],
    ['#️⃣ решётка', []],
  ])('%s', (text, tags) => expect(tagsOf(text)).toEqual(tags));
  test('leads to the search for it', () => {
    expect(tagAddress('игры')).toBe('/search?q=%23%D0%B8%D0%B3%D1%80%D1%8B');
  });
  test('stands beside mentions and times', () => {
    expect(
      splitText('@Анна #игры 0:10', {
        mentions: [{ user: 'u1', offset: 0, length: 5 }],
        seconds: 60,
      }).map(({ kind }) => kind),
    ).toEqual(['mention', 'text', 'tag', 'text', 'time']);
  });
});

const piece = fc.constantFrom(
  'https://',
  'HTTP://',
  'www.',
  'a.ru',
  'vk.com',
  'рф',
  '.',
  '/',
  '?',
  '#',
  '=',
  '_',
  '-',
  '—',
  '(',
  ')',
  '[',
  ']',
  '«',
  '»',
  '`',
  '’',
  '@',
  'me',
  ' ',
  '\n',
  '\u200b',
  ':80',
  '0:10',
  '1:02',
  '#тег',
  'https://localhost',
  'xn--p1ai',
  '👨‍👩‍👧',
  '\ud800',
  'и\u0306',
  '%20',
  '…',
  ',',
);
test('the parts of any text concatenate to it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
        fc.string({ unit: 'binary', maxLength: 60 }),
      ),
      fc.option(fc.nat(5_000), { nil: undefined }),
      (text, seconds) => {
        const parts = splitText(text, {
          origin: 'https://localhost',
          ...(seconds === undefined ? {} : { seconds }),
        });
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.every((part) => part.text !== '')).toBe(true);
        const hrefs = parts.flatMap((part) => (part.kind === 'link' ? [part.href] : []));
        expect(hrefs.filter((href) => !/^(?:https?:\/\/|mailto:)/.test(href))).toEqual([]);
      },
    ),
    { numRuns: 2_000 },
  );
});
test('a long text without spaces is split in no time', () => {
  for (const unit of [
    'a',
    'a.',
    'a-',
    'a@',
    '(',
    'https://a.ru/(',
    'a.ru/',
    '1:',
    'я',
    '_',
    '#',
    '#а',
    '#1',
  ])
    expect(splitText(unit.repeat(20_000 / unit.length), { seconds: 60 }).length).toBeGreaterThan(0);
}, 5_000);
