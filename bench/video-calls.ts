import type { HotCall } from './calls.ts';
import { idOf, TALKED, type Size } from './video-set.ts';
import { WORDS } from './talks.ts';

const HOST = '/api/videohost';
const FOUR = [0, 1, 2, 3];
type Path = (place: number) => string;
const read = (title: string, make: Path): HotCall => ({
  title,
  method: 'GET',
  paths: (_, place) => FOUR.map((turn) => make(place * FOUR.length + turn)),
});
const say: Path = (place) => encodeURIComponent(WORDS[5 + place * 13]!);
const talked =
  (kind: 'video' | 'game', count: number): Path =>
  (place) =>
    idOf(kind, count - (1 + (place % TALKED.things)) * 7 + 3, count);

/** Every list of the video host as our client asks for it; `playlists` are those of the viewers. */
export function videoCalls(
  { videos: count }: Size,
  playlists: ReadonlyMap<string, string>,
): HotCall[] {
  const list = (path: string) => `${HOST}/${path}${path.includes('?') ? '&' : '?'}limit=24`;
  const channel: Path = (place) =>
    idOf('channel', 1 + Math.floor((place * count) / 5 / 64), count / 5);
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
    read('Видео: новые далеко', (place) =>
      list(`videos/new/2020-01-01?before=${idOf('video', Math.floor(count / 2) + place, count)}`),
    ),
    read('Видео: популярные', () => list('videos/popular')),
    mine('Видео: интересные', () => list('videos/interesting')),
    mine('Видео: подписки', () => list('videos/subscribed')),
    ofCategory('Видео: категория', 'videos/category'),
    ofCategory('Видео: похожие', 'videos/same'),
    read('Видео: поиск', (place) => list(`videos/all?q=${say(place)}`)),
    read('Видео: поиск каналов', (place) => list(`channels/all?q=${say(place)}`)),
    read('Видео: все каналы', () => list('channels/all')),
    mine('Видео: мои каналы', (id) => list(`channels/allsubscribes/${id}`)),
    read('Видео: канал', (place) => `${HOST}/channels/channel/${channel(place)}`),
    read('Видео: видео канала', (place) => list(`videos/channelvideos/${channel(place)}`)),
    read('Видео: одно', (place) => `${HOST}/videos/video/${talked('video', count)(place)}`),
    read(
      'Видео: комментарии',
      (place) => `${HOST}/videos/comments/${talked('video', count)(place)}`,
    ),
    mine('Видео: история', () => `${HOST}/history`),
    mine('Видео: на потом', () => `${HOST}/later`),
    mine('Видео: плейлисты', () => `${HOST}/playlists`),
    mine('Видео: плейлист', (id) => `${HOST}/playlists/${playlists.get(id)!}`),
  ];
}

/** The catalogue as our client asks for it. */
export function gameCalls({ videos: count }: Size): HotCall[] {
  const list = (query: Record<string, string>) =>
    `/api/games/games?${new URLSearchParams({ limit: '30', ...query })}`;
  return [
    read('Игры: новые', () => list({ sort: 'new' })),
    read('Игры: популярные', () => list({ sort: 'popular' })),
    read('Игры: лучшие', () => list({ sort: 'rating' })),
    read('Игры: далеко', (place) =>
      list({ sort: 'rating', before: idOf('game', 1 + place * 17, count) }),
    ),
    read('Игры: жанр', () => list({ sort: 'rating', with: 'Гонки' })),
    read('Игры: редкая метка', (place) => list({ sort: 'popular', with: `редкая ${place}` })),
    read('Игры: фильтры', (place) =>
      list({ sort: 'rating', with: 'Гонки', without: `метка ${place % 50}` }),
    ),
    read('Игры: поиск', (place) => `/api/games/games?limit=30&sort=popular&q=${say(place)}`),
    read('Игры: метки', () => '/api/games/labels'),
    // Their newest comments come with them.
    read('Игры: одна', (place) => `/api/games/game/${talked('game', count)(place)}`),
  ];
}
