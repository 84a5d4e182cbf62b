import type { GameSort, GameStatus } from '@respa/contract/catalogue';
import { counted } from '#lib/text/format.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import type { Card } from './api.ts';

export const STATUS_WORDS: Record<GameStatus, string> = {
  want: 'Хочу',
  playing: 'Играю',
  finished: 'Прошёл',
  dropped: 'Бросил',
};
/** For other users: without grammatical gender, so that it fits everyone. */
export const FRIEND_WORDS: Record<GameStatus, string> = {
  want: 'Хочет играть',
  playing: 'Играет',
  finished: 'Игра пройдена',
  dropped: 'Игра брошена',
};
export const SORT_WORDS: Record<GameSort, string> = {
  new: 'Сначала новые',
  popular: 'Сначала популярные',
  rating: 'Сначала с лучшей оценкой',
};
export const gamesOf = (count: number): string => counted(count, ['игра', 'игры', 'игр']);
export const votesOf = (count: number): string => counted(count, ['оценка', 'оценки', 'оценок']);
/** '4,5'. */
export const meanOf = ({ rating }: Pick<Card, 'rating'>): string =>
  rating.toFixed(1).replace('.', ',');
export const coverOf = (game: Pick<Card, 'previewUrl'>): string | null =>
  mediaUrl('gamepreviews', game.previewUrl, 160);
