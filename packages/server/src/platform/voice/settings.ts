import { isIP } from 'node:net';
import type { Settings } from '#platform/runtime/config.ts';

export type VoiceConfig = {
  /** A port of UDP and TCP, 0 for a free one. */
  voicePort: number;
  /** Announced to browsers; empty: voice works on this machine only. */
  voiceAddresses: readonly string[];
  /** A relay for networks that reach only it (coturn with `use-auth-secret`); `undefined`: none. */
  voiceTurn: { urls: readonly string[]; secret: string } | undefined;
};
/** A TURN server by RFC 7065, such as `turn:turn.example.ru:3478?transport=udp`. */
const TURN = /^turns?:(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i;

const split = (input: string | undefined): string[] =>
  input === undefined ? [] : input.split(',').map((one) => one.trim());
/** Reads where voice rooms are reached. */
export function readVoiceSettings({ problems, text, whole }: Settings): VoiceConfig {
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
    voicePort: whole('VOICE_PORT', 7_882, 0, 65_535),
    voiceAddresses: addresses,
    voiceTurn: urls.length === 0 || secret === undefined ? undefined : { urls, secret },
  };
}
/** Returns whether browsers of other machines are meant to come, but cannot reach the voice rooms. */
export function isVoiceUnreachable(publicUrl: string, addresses: readonly string[]): boolean {
  const { hostname } = new URL(publicUrl);
  return addresses.length === 0 && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
