import { describe, expect, it } from 'vitest';
import {
  brief,
  clock,
  count,
  counted,
  dateTime,
  dayLine,
  degrees,
  duration,
  plural,
  relative,
  shortCount,
  shortCounted,
  shorten,
  sizeOf,
  weekdayAndDay,
  years,
} from './format.ts';

const now = new Date(2026, 10, 20, 21, 47, 30);
const at = (month: number, date: number, hours = 0, minutes = 0, year = 2026) =>
  new Date(year, month - 1, date, hours, minutes);
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('numbers', () => {
  it('ages use the Russian plural forms', () => {
    expect([1, 2, 5, 11, 14, 21, 24, 25, 101, 111, 112].map((age) => plain(years(age)))).toEqual([
      '1 год',
      '2 года',
      '5 лет',
      '11 лет',
      '14 лет',
      '21 год',
      '24 года',
      '25 лет',
      '101 год',
      '111 лет',
      '112 лет',
    ]);
  });

  it('zero and negative numbers have a plural form too', () => {
    expect(plural(0, ['друг', 'друга', 'друзей'])).toBe('друзей');
    expect(plural(-1, ['градус', 'градуса', 'градусов'])).toBe('градус');
  });

  it('groups large numbers with non-breaking spaces', () => {
    expect(count(12480)).toBe('12\u00a0480');
    expect(plain(counted(12480, ['подписчик', 'подписчика', 'подписчиков']))).toBe(
      '12 480 подписчиков',
    );
    expect([9999, 10_000, 12_480, 1_250_000].map((number) => plain(shortCount(number)))).toEqual([
      '9 999',
      '10 тыс.',
      '12,4 тыс.',
      '1,2 млн',
    ]);
  });

  it('degrees carry their sign', () => {
    expect([3.4, 0.5, 0.4, 0, -0.4, -0.6, -12.6, 31].map(degrees)).toEqual([
      '+3°',
      '+1°',
      '0°',
      '0°',
      '0°',
      '−1°',
      '−13°',
      '+31°',
    ]);
  });

  it('formats sizes in Russian', () => {
    expect(
      [
        0,
        512,
        1023,
        14 * 1024,
        12.34 * 1024 ** 2,
        5 * 1024 ** 2,
        1.1 * 1024 ** 3,
        2048 * 1024 ** 3,
      ].map((bytes) => plain(sizeOf(bytes))),
    ).toEqual(['0 Б', '512 Б', '1 023 Б', '14 КБ', '12,3 МБ', '5 МБ', '1,1 ГБ', '2 048 ГБ']);
  });

  it('durations of recordings', () => {
    expect([0, 24.9, 725, 3765].map(duration)).toEqual(['0:00', '0:24', '12:05', '1:02:45']);
  });
});

describe('times', () => {
  it('the documented format of posts and comments', () => {
    expect(dateTime(at(3, 5, 7, 4))).toBe('05.03.2026 07:04');
    expect(clock(at(3, 5, 0, 0))).toBe('00:00');
  });

  it('returns an empty string for an invalid time', () => {
    expect([dateTime('вчера'), clock(''), relative('?'), brief('?')]).toEqual(['', '', '', '']);
  });

  it('relative to now', () => {
    const words = (value: Date) => plain(relative(value, now));
    expect(words(new Date(now.getTime() - 20_000))).toBe('только что');
    expect(words(new Date(now.getTime() + 20_000))).toBe('только что');
    expect(words(new Date(now.getTime() - 61_000))).toBe('1 минуту назад');
    expect(words(new Date(now.getTime() - 22 * 60_000))).toBe('22 минуты назад');
    expect(words(at(11, 20, 9, 5))).toBe('сегодня в 09:05');
    expect(words(at(11, 19, 23, 5))).toBe('вчера в 23:05');
    expect(words(at(11, 12, 9, 30))).toBe('12 ноября в 09:30');
    expect(words(at(11, 12, 9, 30, 2025))).toBe('12 ноября 2025');
  });

  it('for the list of rooms', () => {
    expect(brief(at(11, 20, 21, 46), now)).toBe('21:46');
    expect(brief(at(11, 19, 1, 0), now)).toBe('вчера');
    expect(brief(at(11, 12), now)).toBe('12 ноя');
    expect(brief(at(5, 9), now)).toBe('9 мая');
    expect(brief(at(11, 12, 0, 0, 2025), now)).toBe('12.11.2025');
  });

  it('between the days of a conversation', () => {
    expect(
      [at(11, 20), at(11, 19), at(11, 1), at(11, 1, 0, 0, 2024)].map((value) =>
        dayLine(value, now),
      ),
    ).toEqual(['Сегодня', 'Вчера', '1 ноября', '1 ноября 2024']);
  });

  it('beside the clock', () => {
    expect(weekdayAndDay(at(11, 20))).toBe('пятница, 20 ноября');
  });
});

describe('shortCounted', () => {
  it('declines the noun after thousands and millions as after many', () => {
    const views = (number: number) => shortCounted(number, ['просмотр', 'просмотра', 'просмотров']);
    expect([1, 9_992, 12_401, 2_000_001].map(views)).toEqual([
      '1\u00a0просмотр',
      '9\u00a0992\u00a0просмотра',
      '12,4\u00a0тыс.\u00a0просмотров',
      '2\u00a0млн\u00a0просмотров',
    ]);
  });
});

describe('shorten', () => {
  it('counts characters as users see them and never cuts one in half', () => {
    expect(shorten('Привет', 6)).toBe('Привет');
    expect(shorten('Собираемся в 20:00 у моста', 11)).toBe('Собираемся…');
    expect(shorten('👍👍👍', 2)).toBe('👍👍…');
  });
});
