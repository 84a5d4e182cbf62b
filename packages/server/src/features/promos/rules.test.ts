import { expect, test } from 'vitest';
import { endOf, parseDays } from '@respa/contract/lifetimes';
import { parseLink, PROMO_DAYS } from '@respa/contract/promo-rules';

const at = (iso: string) => Date.parse(iso);
const NOON = at('2026-11-22T12:00:00Z');

test.each([
  ['', 1],
  ['1', 1],
  ['365', 365],
  ['366', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['неделя', null],
  ['23.11.2026', 1],
  ['2026-11-25', 3],
  ['2026-11-25T12:00:00Z', 3],
  ['22.11.2027', 365],
  ['23.11.2027', null],
  ['22.11.2026', null],
  ['31.02.2027', null],
  ['2027-02-29', null],
  ['99999', null],
])('a lifetime of "%s" is %s days', (input, days) => {
  expect(parseDays(input, NOON, PROMO_DAYS)).toBe(days);
});
test.each([
  ['the end of a month', '2026-01-31T10:00:00.000Z', 1, '2026-02-01T10:00:00.000Z'],
  ['the end of a year', '2026-12-31T23:59:59.999Z', 1, '2027-01-01T23:59:59.999Z'],
  ['the end of February', '2026-02-28T10:00:00.000Z', 1, '2026-03-01T10:00:00.000Z'],
  ['a leap day', '2028-02-28T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['after a leap day', '2028-02-29T10:00:00.000Z', 1, '2028-03-01T10:00:00.000Z'],
  ['a year with one', '2028-01-01T00:00:00.000Z', 365, '2028-12-31T00:00:00.000Z'],
  ['a year without', '2026-01-01T00:00:00.000Z', 365, '2027-01-01T00:00:00.000Z'],
  ['thirty days', '2026-11-15T08:00:00.000Z', 30, '2026-12-15T08:00:00.000Z'],
])('the end of a lifetime is correct: %s', (_, from, days, to) => {
  expect(endOf(new Date(from), days).toISOString()).toBe(to);
});
test('a link must be a plain http(s) address', () => {
  for (const [input, href] of [
    ['https://respa.test/x', 'https://respa.test/x'],
    ['  http://Example.com  ', 'http://example.com/'],
    ['https://пример.рф/клан', 'https://xn--e1afmkfd.xn--p1ai/%D0%BA%D0%BB%D0%B0%D0%BD'],
    ['HTTPS://a.b:8443/?q=1#z', 'https://a.b:8443/?q=1#z'],
  ])
    expect(parseLink(input!)).toBe(href);
  for (const input of [
    '',
    'example.com',
    '//example.com',
    'ftp://example.com',
    'javascript:alert("http")',
    'javascript:alert("http://a.b")',
    'data:text/html,http://a.b',
    'http:/\\evil.test',
    'http:\\\\evil.test',
    'http:/evil.test',
    'https://',
    'http://user@evil.test',
    'https://bank.ru:x@evil.test',
    'ht\ntp://evil.test',
    'https://evil.test/a b',
    'https://evil.test/\ta',
    'https://bаnk.ru',
    'http://localhost',
    `https://a.b/${'x'.repeat(2_000)}`,
    'https://[broken',
    '/home?http',
  ])
    expect(parseLink(input), input).toBeNull();
});
