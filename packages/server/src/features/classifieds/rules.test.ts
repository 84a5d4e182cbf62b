import { describe, expect, test } from 'vitest';
import {
  endAfter,
  findSuspicions,
  parseLifetime,
  parsePrice,
} from '@respa/contract/classified-rules';
import { parseDay } from '@respa/contract/lifetimes';

describe('a price', () => {
  test.each<[string, number | null]>([
    ['1500', 1500],
    ['1 500', 1500],
    ['1\u00a0500', 1500],
    ['1500 руб', 1500],
    ['1 500 руб.', 1500],
    ['1500р', 1500],
    ['1500 ₽', 1500],
    ['1 рубль', 1],
    ['12 345 678 рублей', 12_345_678],
    ['0', 0],
    ['007', 7],
    ['1500,00', 1500],
    ['1500.0 ₽', 1500],
    ['1 000 000 000', 1_000_000_000],
    ['1 000 000 001', null],
    ['', null],
    ['бесплатно', null],
    ['-5', null],
    ['1500,50', null],
    ['15 00', null],
    ['1e3', null],
    ['1500 долларов', null],
    ['1 500 1', null],
    ['0x10', null],
  ])('«%s»', (input, wanted) => expect(parsePrice(input)).toBe(wanted));
});

describe('a lifetime', () => {
  const now = Date.parse('2026-06-10T12:00:00Z');
  test.each<[string, number | null]>([
    ['', 0],
    ['0', 0],
    ['1', 1],
    ['365', 365],
    ['366', null],
    ['11.06.2026', 1],
    ['2026-06-20', 10],
    ['2026-06-11T12:00:00.000Z', 1],
    ['2026-06-11T12:00:01Z', 2],
    ['10.06.2026', null],
    ['01.01.2025', null],
    ['31.02.2027', null],
    ['-1', null],
    ['1.5', null],
    ['неделя', null],
    ['2027-06-12', null],
  ])('«%s»', (input, wanted) => expect(parseLifetime(input, now)).toBe(wanted));
  test.each([
    ['the end of a month', '2026-01-31T10:00:00Z', 1, '2026-02-01T10:00:00.000Z'],
    ['the end of a short month', '2026-02-28T10:00:00Z', 1, '2026-03-01T10:00:00.000Z'],
    ['a leap day', '2028-02-28T10:00:00Z', 1, '2028-02-29T10:00:00.000Z'],
    ['after a leap day', '2028-02-29T10:00:00Z', 365, '2029-02-28T10:00:00.000Z'],
    ['the end of a year', '2026-12-31T23:59:59Z', 1, '2027-01-01T23:59:59.000Z'],
    ['a whole year', '2026-03-01T00:00:00Z', 365, '2027-03-01T00:00:00.000Z'],
    ['thirty days of the 29th', '2026-01-29T08:00:00Z', 30, '2026-02-28T08:00:00.000Z'],
  ])('ends after the given number of 24-hour days: %s', (_, start, days, end) =>
    expect(endAfter(new Date(start), days)?.toISOString()).toBe(end),
  );
  test('of zero days has no end', () => expect(endAfter(new Date(), 0)).toBeNull());
});

test.each([
  ['2026-02-28', '2026-02-28T00:00:00.000Z'],
  ['28.02.2026', '2026-02-28T00:00:00.000Z'],
  ['29.02.2028', '2028-02-29T00:00:00.000Z'],
  ['29.02.2026', null],
  ['2026-13-01', null],
  ['завтра', null],
])('parses the day %s', (input, wanted) => {
  const day = parseDay(input);
  expect(day === null ? null : new Date(day).toISOString()).toBe(wanted);
});

describe('scam phrases', () => {
  const kinds = (text: string) => findSuspicions(text, ['respa.ru']).map(({ kind }) => kind);
  test.each([
    ['Пишите в телеграм', 'messenger'],
    ['пиши в тг', 'messenger'],
    ['Telegram: seller', 'messenger'],
    ['мой ник @seller_77', 'messenger'],
    ['WhatsApp или Viber', 'messenger'],
    ['в ватсап', 'messenger'],
    ['в вотсапп', 'messenger'],
    ['т е л е г р а м', 'messenger'],
    ['т.е.л.е.г.р.а.м', 'messenger'],
    ['тeлeгpaм', 'messenger'],
    ['t€legram', 'messenger'],
    ['ТЕЛЕГРАММ', 'messenger'],
    ['только предоплата', 'prepayment'],
    ['нужен аванс', 'prepayment'],
    ['сначала деньги', 'prepayment'],
    ['Перевод на карту', 'prepayment'],
    ['деньги вперёд', 'prepayment'],
    ['https://steamcommunlty.com/trade', 'link'],
    ['www.site.ru', 'link'],
    ['зайди на cool-trade.xyz/gift', 'link'],
    ['скидки.рф', 'link'],
    ['https://respa.ru@evil.com/x', 'link'],
    ['нужен задаток', 'prepayment'],
    ['с задатком', 'prepayment'],
    ['скину в ТГ', 'messenger'],
    ['мой тгк', 'messenger'],
    ['https://steamcommunity.com.gift.ru', 'link'],
    ['https://battle.net@evil.com', 'link'],
    ['battle.net.evil.ru/x', 'link'],
    ['anna.itch.io', 'link'],
    ['https://respa.ru,evil.com', 'link'],
    ['https://respa.ru.evil.com', 'link'],
    ['пришли код из смс', 'secret'],
    ['нужен CVV', 'secret'],
    ['номер карты', 'secret'],
  ])('«%s»', (text, kind) => expect(kinds(text)).toContain(kind));
  test.each([
    'Продаю шлем, 1500 руб. Торг.',
    'Версия 1.2.5, всё работает.',
    'https://respa.ru/ad/1',
    'Отдам ключ от игры. Забирать лично в Рыбинске',
    'Телега с гружёным мулом, скин для повозки',
    'Почта seller@mail.example',
    'Стаж 5 лет.На карте все точки открыты',
    'Аккаунт с кодом друга',
    'Уровень 42, ранг «Алмаз», паспорт заполнен',
    'Аккаунт Steam, регион TR',
    'Ранг TR-K',
    'Можно задать вопрос',
    'Есть задатки лидера',
    'Задатков нет, зато есть опыт',
    'Аккаунт Battle.net',
    'Скин для Agar.io',
    'Куплено в store.steampowered.com',
    'Профиль: https://steamcommunity.com/id/anna/',
    'https://respa.ru.',
    'Смотри https://respa.ru, там больше',
    'Было (https://respa.ru)',
    'Пиши: https://respa.ru!',
  ])('finds nothing in «%s»', (text) => expect(kinds(text)).toEqual([]));
  test('returns the matched words', () =>
    expect(findSuspicions('Оплата: Предоплата 50%, пишите t.me/seller', [])).toEqual([
      { kind: 'messenger', words: 't.me' },
      { kind: 'prepayment', words: 'предоплата' },
      { kind: 'link', words: 't.me/seller' },
    ]));
});
