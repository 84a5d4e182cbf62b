import { expect, test } from 'vitest';
import { readConfig } from '#platform/runtime/config.ts';

const LIVEKIT = {
  VOICE_ENGINE: 'livekit',
  LIVEKIT_URL: 'wss://livekit.example.ru/',
  LIVEKIT_KEY: 'respa',
  LIVEKIT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
};
test('uses a LiveKit server only if told to', () => {
  expect(readConfig(LIVEKIT).liveKit).toEqual({
    url: 'wss://livekit.example.ru',
    key: 'respa',
    secret: LIVEKIT.LIVEKIT_SECRET,
  });
  expect(readConfig({}).liveKit).toBeUndefined();
  expect(readConfig({ ...LIVEKIT, VOICE_ENGINE: 'ours' }).liveKit).toBeUndefined();
});
test.each([
  [{ VOICE_ENGINE: 'jitsi' }, 'VOICE_ENGINE: ours или livekit.'],
  [{ LIVEKIT_KEY: '' }, 'VOICE_ENGINE=livekit: нужны LIVEKIT_URL, LIVEKIT_KEY и LIVEKIT_SECRET.'],
  [{ LIVEKIT_URL: '' }, 'VOICE_ENGINE=livekit: нужны LIVEKIT_URL, LIVEKIT_KEY и LIVEKIT_SECRET.'],
  ...['https://livekit.example.ru', 'livekit.example.ru', 'wss://livekit.example.ru/rtc'].map(
    (url): [object, string] => [
      { LIVEKIT_URL: url },
      'LIVEKIT_URL: адрес сервера LiveKit, например wss://livekit.example.ru.',
    ],
  ),
  [
    { LIVEKIT_URL: 'ws://livekit.example.ru', PUBLIC_URL: 'https://respa.ru' },
    'LIVEKIT_URL: сайт открыт по https, поэтому адрес должен начинаться с wss://.',
  ],
])('%o is refused with a sentence', (env, sentence) => {
  expect(() => readConfig({ ...LIVEKIT, ...env })).toThrow(sentence);
});
