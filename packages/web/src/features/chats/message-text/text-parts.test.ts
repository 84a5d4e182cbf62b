import { expect, test } from 'vitest';
import { splitText } from './text-parts.ts';

const split = (
  message: string,
  mentions: { user: string; offset: number; length: number }[] = [],
) => splitText({ message, mentions }, 'https://respa.test');
const links = (message: string) =>
  split(message)
    .filter((part) => part.kind === 'link')
    .map((part) => [part.text, part.href, part.isOurs]);

test('the parts of a text concatenate to the text', () => {
  for (const text of [
    '',
    'просто',
    'http://',
    'до https://a.ru/x?y=1#z, после',
    'www.b.ru',
    'раз\nhttps://c.ru\nдва',
  ])
    expect(
      split(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});
test.each([
  [
    'смотри https://site.ru/путь?а=б.',
    [['https://site.ru/путь?а=б', 'https://site.ru/%D0%BF%D1%83%D1%82%D1%8C?%D0%B0=%D0%B1', false]],
  ],
  [
    '(https://ru.wikipedia.org/wiki/Меч_(оружие))',
    [
      [
        'https://ru.wikipedia.org/wiki/Меч_(оружие)',
        'https://ru.wikipedia.org/wiki/%D0%9C%D0%B5%D1%87_(%D0%BE%D1%80%D1%83%D0%B6%D0%B8%D0%B5)',
        false,
      ],
    ],
  ],
  ['WWW.Site.ru!', [['WWW.Site.ru', 'https://www.site.ru/', false]]],
  ['https://respa.test/user/1?x#y', [['https://respa.test/user/1?x#y', '/user/1?x#y', true]]],
  [
    'https://respa.test.evil.ru/',
    [['https://respa.test.evil.ru/', 'https://respa.test.evil.ru/', false]],
  ],
  ['javascript:alert(1) ftp://x.ru data:text/html,x https:// http://localhost', []],
])('%s', (text, expected) => {
  expect(links(text)).toEqual(
    expected.map(([shown, href, isOurs]) => [shown === '(' ? '' : shown, href, isOurs]),
  );
});
test('makes mentions separate parts, beside links', () => {
  expect(split('@Анна, вот www.a.ru', [{ user: 'u1', offset: 0, length: 5 }])).toEqual([
    { kind: 'mention', text: '@Анна', userId: 'u1' },
    { kind: 'text', text: ', вот ' },
    { kind: 'link', text: 'www.a.ru', href: 'https://www.a.ru/', isOurs: false },
  ]);
});
