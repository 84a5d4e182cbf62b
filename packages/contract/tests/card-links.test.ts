import { expect, test } from 'vitest';
import { findCardUrl } from '../src/card-links.ts';
import { PLAYER_ORIGINS, playerOf } from '../src/players.ts';

const ORIGIN = 'https://respa.test';
const find = (text: string, formatting = []) => findCardUrl({ text, formatting }, ORIGIN);

test.each([
  ['Смотрите: https://site.example/a#b.', 'https://site.example/a'],
  ['site.ru и потом other.ru', 'https://site.ru/'],
  ['почта a@b.ru, потом site.ru', 'https://site.ru/'],
  [`сначала ${ORIGIN}/video/1, потом site.ru`, null],
  ['нет ссылок. Совсем', null],
  ['https://user:secret@site.example/', null],
  [`https://site.example/${'a'.repeat(3_000)}`, null],
])('%s', (text, url) => expect(find(text)).toBe(url));

test('a name so long that its ASCII form cannot be parsed again gets no card', () => {
  expect(find(`http://${'п.'.repeat(4_900)}`)).toBeNull();
});
test('leaves out links in code and in spoilers', () => {
  const text = 'https://a.example/ https://b.example/';
  for (const style of ['spoiler', 'code', 'block'] as const)
    expect(findCardUrl({ text, formatting: [{ style, offset: 0, length: 18 }] }, ORIGIN)).toBe(
      'https://b.example/',
    );
  expect(
    findCardUrl({ text, formatting: [{ style: 'bold', offset: 0, length: 18 }] }, ORIGIN),
  ).toBe('https://a.example/');
});

test.each([
  ['https://www.youtube.com/watch?list=1&v=dQw4w9WgXcQ', 'youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?t=5', 'youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vk.com/video-123_456', 'vk.com/video_ext.php?oid=-123&id=456'],
  ['https://vkvideo.ru/video-123_456', 'vk.com/video_ext.php?oid=-123&id=456'],
  ['https://vk.com/wall-1?z=video-123_456%2Fpl', 'vk.com/video_ext.php?oid=-123&id=456'],
  [`https://rutube.ru/video/${'0a'.repeat(16)}/`, `rutube.ru/play/embed/${'0a'.repeat(16)}`],
  ['https://www.twitch.tv/respa', 'player.twitch.tv/?channel=respa&parent=respa.test'],
  ['https://twitch.tv/videos/12', 'player.twitch.tv/?video=v12&parent=respa.test'],
  [
    'https://clips.twitch.tv/Some-Clip_1',
    'clips.twitch.tv/embed?clip=Some-Clip_1&parent=respa.test',
  ],
])('%s has a player', (url, player) => {
  const found = playerOf(url, 'respa.test');
  expect(found?.replace(/^https:\/\/(?:www\.)?/, '').startsWith(player)).toBe(true);
  expect(PLAYER_ORIGINS).toContain(/^https:\/\/[^/]+/.exec(found!)![0]);
});
test.each([
  'https://store.steampowered.com/app/570/',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/@channel',
  'http://youtu.be/dQw4w9WgXcQ',
  'https://vk.com/id1',
  'https://twitch.tv/a/b',
  'https://__proto__/x',
  'https://constructor/x',
  'javascript:alert(1)',
])('%s has none', (url) => expect(playerOf(url, 'respa.test')).toBeNull());
