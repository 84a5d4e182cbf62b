import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import library from 'node-datachannel';
import { afterEach, expect, test } from 'vitest';
import { patient } from '#tests/support/patience.ts';
import { BadSettings, readConfig } from '#platform/runtime/config.ts';
import { isVoiceUnreachable } from './settings.ts';
import { makeTurnCredentials } from './turn.ts';

const COTURN = '/usr/bin/turnserver';
const SECRET = 'a secret of coturn';
let coturn: ChildProcess | undefined;
afterEach(() => coturn?.kill('SIGKILL'));

test('credentials follow the scheme of coturn and name nobody', () => {
  const at = Date.UTC(2026, 0, 1);
  const turn = { urls: ['turn:turn.example.ru'], secret: 'north' };
  const { urls, username, credential } = makeTurnCredentials(turn, at);
  expect(urls).toEqual(['turn:turn.example.ru']);
  expect(username).toMatch(/^1767229200:[\w-]{12}$/);
  // 20 bytes of SHA-1 in base64.
  expect(credential).toMatch(/^[\w+/]{27}=$/);
  expect(makeTurnCredentials(turn, at).username).not.toBe(username);
});

test('reads the relay from its two settings, and says when one is missing', () => {
  const env = {
    VOICE_TURN_URL: 'turn:a.ru:3478?transport=udp, turns:a.ru',
    VOICE_TURN_SECRET: 's',
  };
  expect(readConfig(env).voiceTurn).toEqual({
    urls: ['turn:a.ru:3478?transport=udp', 'turns:a.ru'],
    secret: 's',
  });
  expect(readConfig({}).voiceTurn).toBeUndefined();
  for (const wrong of [
    { VOICE_TURN_URL: 'turn:a.ru' },
    { VOICE_TURN_SECRET: 's' },
    { VOICE_TURN_URL: 'https://a.ru', VOICE_TURN_SECRET: 's' },
  ])
    expect(() => readConfig(wrong)).toThrow(BadSettings);
  const nowhere = { voiceAddresses: [], liveKit: undefined };
  expect(isVoiceUnreachable('https://respa.ru', nowhere)).toBe(true);
  expect(
    isVoiceUnreachable('https://respa.ru', { ...nowhere, voiceAddresses: ['203.0.113.7'] }),
  ).toBe(false);
  expect(isVoiceUnreachable('http://localhost:3000', nowhere)).toBe(false);
  const liveKit = { url: 'wss://livekit.respa.ru', key: 'key', secret: 'secret' };
  expect(isVoiceUnreachable('https://respa.ru', { ...nowhere, liveKit })).toBe(false);
});

/** Returns the relayed candidate that a client gets from the relay; undefined if it is refused. */
async function askRelay(port: number, username: string, password: string) {
  const client = new library.PeerConnection('relay', {
    iceServers: [{ hostname: '127.0.0.1', port, username, password, relayType: 'TurnUdp' }],
    iceTransportPolicy: 'relay',
  });
  const complete = new Promise<void>((done) => {
    client.onGatheringStateChange((state) => {
      if (state === 'complete') done();
    });
  });
  client.createDataChannel('any');
  await complete;
  const relayed = client.localDescription()!.sdp.match(/typ relay/g)?.length ?? 0;
  client.close();
  return relayed > 0;
}
test.skipIf(!existsSync(COTURN))('coturn takes the credentials and no others', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  coturn = spawn(COTURN, [
    '-n',
    '--log-file=stdout',
    '--use-auth-secret',
    `--static-auth-secret=${SECRET}`,
    '--realm=respa',
    `--listening-port=${port}`,
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    '--no-tls',
    '--no-dtls',
    '--no-cli',
    '--pidfile=/dev/null',
  ]);
  coturn.stdout!.resume();
  coturn.stderr!.resume();
  const made = makeTurnCredentials({ urls: [], secret: SECRET }, Date.now());
  await expect
    .poll(() => askRelay(port, made.username, made.credential), { timeout: patient(20_000) })
    .toBe(true);
  expect(await askRelay(port, made.username, 'another')).toBe(false);
  const old = makeTurnCredentials({ urls: [], secret: SECRET }, Date.now() - 2 * 3_600_000);
  expect(await askRelay(port, old.username, old.credential)).toBe(false);
});
