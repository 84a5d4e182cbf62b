import { describe, expect, test } from 'vitest';
import { readEmail } from './email-address.ts';

describe('an e-mail address', () => {
  test.each([
    ['a@b.ru', 'a@b.ru'],
    [' Anna.B+games@Mail.RU ', 'anna.b+games@mail.ru'],
    ["o'neil_1@sub.example.co.uk", "o'neil_1@sub.example.co.uk"],
    ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
    ['\u200banna@mail.ru\u2069', 'anna@mail.ru'],
    [`${'a'.repeat(64)}@mail.ru`, `${'a'.repeat(64)}@mail.ru`],
  ])('accepts %j and stores it as mail is sent to it', (typed, stored) => {
    expect(readEmail(typed)).toBe(stored);
  });
  test.each([
    'a@example..com',
    '.@x',
    'x@y.com:25',
    'a@b',
    'a@b.c:25.рф',
    'a@почта.рф:25',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a..b@mail.ru',
    '.a@mail.ru',
    'a.@mail.ru',
    'a@b@mail.ru',
    'a@-mail.ru',
    'a@mail-.ru',
    'a@mail.ru.',
    'a b@mail.ru',
    'анна@mail.ru',
    '"a b"@mail.ru',
    'Анна <a@mail.ru>',
    'a@mail.ru,b@mail.ru',
    'a@mail.ru\r\nBcc: b@mail.ru',
    'a@mail%2eru',
    '@mail.ru',
    'a@',
    '',
    `${'a'.repeat(65)}@mail.ru`,
    `a@${'b'.repeat(64)}.ru`,
  ])('refuses %j', (typed) => {
    expect(() => readEmail(typed)).toThrow('Неверный формат почты');
  });
});
