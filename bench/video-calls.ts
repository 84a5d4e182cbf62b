import type { HotCall } from './calls.ts';
import { idOf, DISCUSSED, type Size } from './video-set.ts';
import { WORDS } from './conversations.ts';

const HOST = '/api/videohost';
const FOUR = [0, 1, 2, 3];
type Path = (index: number) => string;
const read = (title: string, make: Path): HotCall => ({
  title,
  method: 'GET',
  paths: (_, index) => FOUR.map((turn) => make(index * FOUR.length + turn)),
});
const print: Path = (index) => encodeURIComponent(WORDS[5 + index * 13]!);
const discussed =
  (kind: 'video' | 'game', count: number): Path =>
  (index) =>
    idOf(kind, count - (1 + (index % DISCUSSED.things)) * 7 + 3, count);

/** Every list of the video host as our client requests it; `playlists` are those of the viewers. */
export function videoCalls(
  { videos: count }: Size,
  playlists: ReadonlyMap<string, string>,
): HotCall[] {
  const list = (path: string) => `${HOST}/${path}${path.includes('?') ? '&' : '?'}limit=24`;
  const channel: Path = (index) =>
    idOf('channel', 1 + Math.floor((index * count) / 5 / 64), count / 5);
  const mine = (title: string, make: (id: string) => string): HotCall => ({
    title,
    method: 'GET',
    paths: ({ id }) => [make(id)],
  });
  const ofCategory = (title: string, path: string): HotCall => ({
    title,
    method: 'POST',
    body: JSON.stringify({ category: 'Обзоры' }),
    paths: () => [list(path)],
  });
  return [
    mine('Видео: главная', (id) => `${HOST}/videos/recommendedmain/${id}`),
    mine('Видео: советы', (id) => list(`videos/recommendedvideopage/${id}`)),
    mine('Видео: советы каналов', (id) => list(`channels/recommended/${id}`)),
    read('Видео: новые', () => list('videos/new/2020-01-01')),
    read('Видео: новые далеко', (index) =>
      list(`videos/new/2020-01-01?before=${idOf('video', Math.floor(count / 2) + index, count)}`),
    ),
    read('Видео: популярные', () => list('videos/popular')),
    mine('Видео: интересные', () => list('videos/interesting')),
    mine('Видео: подписки', () => list('videos/subscribed')),
    ofCategory('Видео: категория', 'videos/category'),
    ofCategory('Видео: похожие', 'videos/same'),
    read('Видео: поиск', (index) => list(`videos/all?q=${print(index)}`)),
    read('Видео: поиск каналов', (index) => list(`channels/all?q=${print(index)}`)),
    read('Видео: все каналы', () => list('channels/all')),
    mine('Видео: мои каналы', (id) => list(`channels/allsubscribes/${id}`)),
    read('Видео: канал', (index) => `${HOST}/channels/channel/${channel(index)}`),
    read('Видео: видео канала', (index) => list(`videos/channelvideos/${channel(index)}`)),
    read('Видео: одно', (index) => `${HOST}/videos/video/${discussed('video', count)(index)}`),
    read(
      'Видео: комментарии',
      (index) => `${HOST}/videos/comments/${discussed('video', count)(index)}`,
    ),
    mine('Видео: история', () => `${HOST}/history`),
    mine('Видео: на потом', () => `${HOST}/later`),
    mine('Видео: плейлисты', () => `${HOST}/playlists`),
    mine('Видео: плейлист', (id) => `${HOST}/playlists/${playlists.get(id)!}`),
  ];
}

/** The catalogue calls as our client makes them. */
export function gameCalls({ videos: count }: Size): HotCall[] {
  const list = (query: Record<string, string>) =>
    `/api/games/games?${new URLSearchParams({ limit: '30', ...query })}`;
  return [
    read('Игры: новые', () => list({ sort: 'new' })),
    read('Игры: популярные', () => list({ sort: 'popular' })),
    read('Игры: лучшие', () => list({ sort: 'rating' })),
    read('Игры: далеко', (index) =>
      list({ sort: 'rating', before: idOf('game', 1 + index * 17, count) }),
    ),
    read('Игры: жанр', () => list({ sort: 'rating', with: 'Гонки' })),
    read('Игры: редкая метка', (index) => list({ sort: 'popular', with: `редкая ${index}` })),
    read('Игры: фильтры', (index) =>
      list({ sort: 'rating', with: 'Гонки', without: `метка ${index % 50}` }),
    ),
    read('Игры: поиск', (index) => `/api/games/games?limit=30&sort=popular&q=${print(index)}`),
    read('Игры: метки', () => '/api/games/labels'),
    // The newest comments are included.
    read('Игры: одна', (index) => `/api/games/game/${discussed('game', count)(index)}`),
  ];
}
