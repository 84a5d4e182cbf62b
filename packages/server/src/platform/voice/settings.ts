import { isIP } from 'node:net';
import type { Settings } from '#platform/runtime/config.ts';

export type VoiceConfig = {
  /** A port of UDP and TCP, 0 for a free one. */
  voicePort: number;
  /** Announced to browsers; empty: voice works on this machine only. */
  voiceAddresses: readonly string[];
  /** A relay for networks that reach only it (coturn with `use-auth-secret`); `undefined`: none. */
  voiceTurn: { urls: readonly string[]; secret: string } | undefined;
  /** The LiveKit server that forwards voice; `undefined`: a process of this server does. */
  liveKit: LiveKitConfig | undefined;
};
/** `url` is where browsers reach it, ws: or wss:. */
export type LiveKitConfig = { url: string; key: string; secret: string };
/** A TURN server by RFC 7065, such as `turn:turn.example.ru:3478?transport=udp`. */
const TURN = /^turns?:(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i;

const split = (input: string | undefined): string[] =>
  input === undefined ? [] : input.split(',').map((one) => one.trim());
/** Reads where voice rooms are reached. */
export function readVoiceSettings(settings: Settings): VoiceConfig {
  const { problems, text, whole } = settings;
  const addresses = split(text('VOICE_ADDRESS'));
  if (addresses.some((one) => isIP(one) === 0))
    problems.push('VOICE_ADDRESS: IP-адреса сервера через запятую, например 203.0.113.7.');
  const [urls, secret] = [split(text('VOICE_TURN_URL')), text('VOICE_TURN_SECRET')];
  if (urls.some((url) => !TURN.test(url)))
    problems.push(
      'VOICE_TURN_URL: адреса TURN через запятую, например turn:turn.example.ru:3478?transport=udp.',
    );
  if ((urls.length === 0) !== (secret === undefined))
    problems.push('VOICE_TURN_URL и VOICE_TURN_SECRET нужны оба или ни одного.');
  return {
    liveKit: readLiveKit(settings),
    voicePort: whole('VOICE_PORT', 7_882, 0, 65_535),
    voiceAddresses: addresses,
    voiceTurn: urls.length === 0 || secret === undefined ? undefined : { urls, secret },
  };
}
function readLiveKit({ problems, text }: Settings): LiveKitConfig | undefined {
  const [engine = 'ours', url, key, secret] = [
    text('VOICE_ENGINE'),
    text('LIVEKIT_URL'),
    text('LIVEKIT_KEY'),
    text('LIVEKIT_SECRET'),
  ];
  if (engine === 'ours') return undefined;
  if (engine !== 'livekit') problems.push('VOICE_ENGINE: ours или livekit.');
  else if (url === undefined || key === undefined || secret === undefined)
    problems.push('VOICE_ENGINE=livekit: нужны LIVEKIT_URL, LIVEKIT_KEY и LIVEKIT_SECRET.');
  else if (!/^wss?:\/\/[^/?#@\s]+\/?$/i.test(url) || !URL.canParse(url))
    problems.push('LIVEKIT_URL: адрес сервера LiveKit, например wss://livekit.example.ru.');
  else if (/^ws:/i.test(url) && text('PUBLIC_URL')?.startsWith('https:') === true)
    problems.push('LIVEKIT_URL: сайт открыт по https, поэтому адрес должен начинаться с wss://.');
  else return { url: new URL(url).origin, key, secret };
  return undefined;
}
/** Returns whether browsers of other machines are meant to come, but cannot reach the voice rooms. */
export function isVoiceUnreachable(
  publicUrl: string,
  { voiceAddresses, liveKit }: Pick<VoiceConfig, 'voiceAddresses' | 'liveKit'>,
): boolean {
  if (liveKit !== undefined || voiceAddresses.length > 0) return false;
  const { hostname } = new URL(publicUrl);
  return !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
