import type { Warning } from '@respa/contract/classified-rules';
import { count, counted, day } from '#lib/text/format.ts';
import type { Card, SavedSearch, Sort } from './api.ts';

/** '1 500 ₽', or 'Бесплатно' for a price of zero. */
export const priceOf = (price: number): string =>
  price === 0 ? 'Бесплатно' : `${count(price)}\u00a0₽`;
export const looksOf = (looks: number): string =>
  counted(looks, ['просмотр', 'просмотра', 'просмотров']);
export const offersOf = (offers: number, most: number): string =>
  offers >= most
    ? `больше ${count(most - 1)} объявлений`
    : counted(offers, ['объявление', 'объявления', 'объявлений']);
/** Returns the status text of an offer that is not simply for sale. */
export const statusOf = ({ state, dieDate }: Pick<Card, 'state' | 'dieDate'>): string =>
  state === 'closed'
    ? 'Продано'
    : state === 'ended'
      ? 'Срок вышел'
      : dieDate === null
        ? 'Без срока'
        : `До ${day(dieDate)}`;
export const SORT_WORDS: Record<Sort, string> = {
  new: 'Сначала новые',
  cheap: 'Сначала дешёвые',
  dear: 'Сначала дорогие',
};

/** What a warning means to a buyer, and to the author of the text. */
export const WARNING_WORDS: Record<Warning, { reader: string; author: string }> = {
  messenger: {
    reader: 'Зовут в другой мессенджер: там мы не сможем помочь. Договаривайтесь здесь.',
    author: 'Покупатели не доверяют тем, кто зовёт в другой мессенджер. Договаривайтесь здесь.',
  },
  prepayment: {
    reader: 'Просят заплатить вперёд. Не переводите деньги, пока не получили товар.',
    author: 'Предоплата отпугивает: её просят мошенники.',
  },
  link: {
    reader: 'Ссылка ведёт на другой сайт. Не вводите там пароли и данные карты.',
    author: 'Ссылку на другой сайт мы покажем с предупреждением.',
  },
  secret: {
    reader: 'Просят то, что нельзя сообщать никому: код, номер карты, данные паспорта.',
    author: 'Не просите коды, номера карт и данные паспорта.',
  },
};

/** Describes a saved search in words. */
export function searchWords({
  q,
  game,
  from,
  to,
  pictures,
}: Pick<SavedSearch, 'q' | 'game' | 'from' | 'to' | 'pictures'>): string {
  const price =
    from !== null && to !== null
      ? `${priceOf(from)} – ${priceOf(to)}`
      : from !== null
        ? `от ${priceOf(from)}`
        : to !== null
          ? `до ${priceOf(to)}`
          : '';
  return [q === '' ? '' : `«${q}»`, game, price, pictures ? 'с картинками' : '']
    .filter((part) => part !== '')
    .join(' · ');
}
/** Returns the address of a search. */
export function searchAddress(
  wanted: Pick<SavedSearch, 'q' | 'game' | 'from' | 'to' | 'pictures'>,
): string {
  const { q, game, from, to, pictures } = wanted;
  const query = new URLSearchParams(
    Object.entries({
      q,
      game,
      from: from === null ? '' : String(from),
      to: to === null ? '' : String(to),
      pictures: pictures ? 'true' : '',
    }).filter(([, value]) => value !== ''),
  );
  return `/ad/search${query.size === 0 ? '' : `?${query}`}`;
}
