import { isolate } from '@respa/contract/characters';
import { counted } from '#lib/text/format.ts';
import { mutualWords } from './mutual-words.ts';
import type { Suggestion } from './suggestions-api.ts';

/** Returns why a person is suggested: the mutual friends, the shared games, the city. */
export function reasonOf({ mutual, games, gamesCount, isSameCity, city }: Suggestion): string {
  const [game] = games;
  const shared =
    game === undefined
      ? ''
      : gamesCount === 1
        ? `Общая игра: «${isolate(game.name)}»`
        : `${counted(gamesCount, ['общая игра', 'общие игры', 'общих игр'])}: «${isolate(game.name)}»`;
  return [mutualWords(mutual), shared, isSameCity ? `Ваш город: ${isolate(city)}` : '']
    .filter(Boolean)
    .join(' · ');
}
