import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readEmail } from './email-address.ts';

describe('an e-mail address', () => {
  test.each([
    ['a@b.ru', 'a@b.ru'],
    [' Anna.B+games@Mail.RU ', 'anna.b+games@mail.ru'],
    ["o'neil_1@sub.example.co.uk", "o'neil_1@sub.example.co.uk"],
    ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@xn--80a1acny.xn--p1ai', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@почта.xn--p1ai', 'anna@xn--80a1acny.xn--p1ai'],
    ['Anna@ПОЧТА.РФ', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@игра2-клуб.com', `anna@${domainToASCII('игра2-клуб.com')}`],
    ['anna@сор.рф', `anna@${domainToASCII('сор.рф')}`],
    ['anna@mail.почта.рф', `anna@mail.${domainToASCII('почта.рф')}`],
    ['anna@müller.de', 'anna@xn--mller-kva.de'],
    ['anna@mu\u0308ller.de', 'anna@xn--mller-kva.de'],
    ['anna@faß.de', 'anna@xn--fa-hia.de'],
    ['anna@ծիտ.հայ', `anna@${domainToASCII('ծիտ.հայ')}`],
    ['anna@日本.jp', `anna@${domainToASCII('日本.jp')}`],
    ["o'n=e_i?l*1@x.ru", "o'n=e_i?l*1@x.ru"],
    ['\u200banna@mail.ru\u2069', 'anna@mail.ru'],
    [`${'a'.repeat(64)}@mail.ru`, `${'a'.repeat(64)}@mail.ru`],
  ])('accepts %j and stores it as mail is sent to it', (typed, stored) => {
    expect(readEmail(typed)).toBe(stored);
    expect(readEmail(stored)).toBe(stored);
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
    'team:victim@x.ru',
    'team:victim@x.ru;',
    // Mail software reads these as routes through another server, or decodes them.
    'victim%y.ru@x.ru',
    'y.ru!victim@x.ru',
    '=?utf-8?q?victim=40y.ru=3e=00?=@x.ru',
    '|victim@x.ru',
    // Characters that become other letters.
    'victim@ｍail.ru',
    'victim@ⅿail.ru',
    'victim@mail。ru',
    'victim@mail\uff0eru',
    'ｖictim@mail.ru',
    '\u212Aate@mail.ru',
    'kate@\u212Aontur.ru',
    'victim@ﬁrma.ru',
    'victim＠mail.ru',
    // Letters of two alphabets in one label, typed or in ASCII form.
    'victim@mаil.ru',
    'victim@gооgle.com',
    `victim@${domainToASCII('mаil.ru')}`,
    'victim@οzon.ru',
    // One alphabet that looks like another.
    'victim@раурау.com',
    'victim@хах.ru',
    `victim@${domainToASCII('раурау.com')}`,
    'victim@maıl.ru',
    'victim@ɡoogle.com',
    'victim@ցօօցӏе.com',
    'victim@mạil.ru',
    // No domain: broken punycode, ASCII in disguise, signs.
    'a@xn--a.ru',
    'a@xn--mail-.ru',
    'a@xn--.ru',
    'a@xn--ls8h.la',
    'a@💩.la',
    'a@ма_ил.рф',
    `${'a'.repeat(65)}@mail.ru`,
    `a@${'b'.repeat(64)}.ru`,
  ])('refuses %j', (typed) => {
    expect(() => readEmail(typed)).toThrow('Неверный формат почты');
  });
});
