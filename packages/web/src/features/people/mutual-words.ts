import { isolate } from '@respa/contract/characters';
import { count as formatCount, counted } from '#lib/text/format.ts';

type Mutual = { count: number; friends: readonly { name: string; surname: string }[] };
/** How many of three names are said when more friends follow. */
const NAMED = 2;
const TOGETHER = 'двое трое четверо пятеро шестеро семеро восьмеро девятеро десятеро'.split(' ');
const others = (number: number): string =>
  number === 1 ? 'ещё один' : `ещё ${TOGETHER[number - 2] ?? formatCount(number)}`;

/**
 * Returns 'Общий друг: Даша', '2 общих друга: Даша и Марина', '5 общих друзей: Даша, Марина и ещё
 * трое'; '' for none.
 */
export function mutualWords({ count, friends }: Mutual): string {
  const names = friends.slice(0, NAMED).map((one) => isolate(one.name));
  if (count === 0) return '';
  if (count === 1) return names.length === 0 ? 'Общий друг' : `Общий друг: ${names[0]}`;
  const number = counted(count, ['общий друг', 'общих друга', 'общих друзей']);
  if (names.length < NAMED) return number;
  return count === NAMED
    ? `${number}: ${names.join(' и ')}`
    : `${number}: ${names.join(', ')} и ${others(count - NAMED)}`;
}
