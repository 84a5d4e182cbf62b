// Offers of browsers and answers of this server. Only audio: one stream to the server, and the slots
// of the room from it.
import { VOICE } from '@respa/contract/limits';
import { SLOTS } from './slots.ts';

export const LEVEL_URI = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
const MID_URI = 'urn:ietf:params:rtp-hdrext:sdes:mid';
/**
 * The source that Chromium and Safari put into reports (RTCP) while they send nothing. The library
 * delivers a report by its source, so an offer of a listener must name it.
 */
export const REPORTS_SOURCE = 0xfa17_fa17;
const OPUS = /^a=rtpmap:(\d{1,3}) opus\/48000\/2$/i;
export class BadOffer extends Error {}
export type ReadOffer = {
  /** The offer for the library: one codec, no addresses. */
  sdp: string;
  payloadType: number;
  /** The id of the extension with the level; null without it. */
  levelId: number | null;
  /** Whether the browser sends audio: a listener does not. */
  isTalking: boolean;
};

/** Returns the lines of the session and of each stream. Throws `BadOffer` if it is no SDP. */
export function splitOffer(input: string): [string[], ...string[][]] {
  if (Buffer.byteLength(input) > VOICE.offerBytes) throw new BadOffer('too long');
  if (/[^\t\r\n\x20-\x7e]/.test(input)) throw new BadOffer('not ASCII');
  const lines = input.split(/\r?\n/).filter((line) => line !== '');
  // A return without a line feed must not hide a line from this reader.
  if (lines[0] !== 'v=0' || lines.some((line) => !/^[a-z]=[^\r]*$/.test(line)))
    throw new BadOffer('not SDP');
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)!.push(line);
  }
  return sections as [string[], ...string[][]];
}

/**
 * Reads an offer: one stream that the browser sends, or none, and `SLOTS` that it receives. All
 * addresses are removed, because the server sends to none that a browser names: it waits for the
 * browser. Throws `BadOffer`.
 */
export function readOffer(input: string): ReadOffer {
  const [session, ...media] = splitOffer(input);
  const sending = media.filter((section) => section.includes('a=sendonly'));
  const receiving = media.filter((section) => section.includes('a=recvonly'));
  if (
    sending.length > 1 ||
    receiving.length !== SLOTS ||
    sending.length + receiving.length !== media.length ||
    (sending.length === 1 && media[0] !== sending[0])
  )
    throw new BadOffer('wrong streams');
  const payloadTypes = new Set(media.map(payloadTypeOf));
  const [payloadType] = payloadTypes;
  if (payloadTypes.size !== 1 || payloadType === undefined) throw new BadOffer('no single codec');
  const levelId = sending.length === 0 ? null : levelIdOf(sending[0]!);
  return {
    sdp: [
      ...keepSession(session),
      ...media.flatMap((section, at) => [
        ...keepOneCodec(section, payloadType),
        ...(at === 0 && sending.length === 0 ? [`a=ssrc:${REPORTS_SOURCE} cname:reports`] : []),
      ]),
      '',
    ].join('\r\n'),
    payloadType,
    levelId,
    isTalking: sending.length === 1,
  };
}
function payloadTypeOf(section: string[]): number | undefined {
  if (!/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF /.test(section[0]!)) throw new BadOffer('not audio');
  const numbers = section.flatMap((line) => OPUS.exec(line)?.[1] ?? []);
  return numbers.length === 1 ? Number(numbers[0]) : undefined;
}
function levelIdOf(section: string[]): number | null {
  for (const line of section) {
    const match = /^a=extmap:(\d{1,2})(?:\/\w+)? (\S+)/.exec(line);
    if (match?.[2] === LEVEL_URI) return Number(match[1]);
  }
  return null;
}
/** What the library is told. Everything else, addresses among it, is left out. */
const KEPT =
  /^(?:[vst]=|m=|a=(?:group|mid|setup|fingerprint|ice-ufrag|ice-pwd|ice-options|sendonly|recvonly|rtcp-mux|rtcp-rsize|rtcp-fb|rtpmap|fmtp|extmap|ssrc|msid|ptime|maxptime)(?::|$))/;
/** Returns what the library is told of an offer as a whole. */
export const keepSession = (session: string[]): string[] => [
  'v=0',
  'o=- 1 1 IN IP4 0.0.0.0',
  ...session.filter((line) => isKept(line) && !line.startsWith('v=')),
];
/** Returns whether the library is told a line of an offer. */
export const isKept = (line: string): boolean =>
  KEPT.test(line) &&
  (!line.startsWith('a=extmap:') || line.includes(LEVEL_URI) || line.includes(MID_URI));
function keepOneCodec(section: string[], payloadType: number): string[] {
  return section
    .filter((line) => {
      const match = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d{1,3}|\*)/.exec(line);
      return isKept(line) && (match === null || match[1] === String(payloadType));
    })
    .map((line) => (line.startsWith('m=') ? `m=audio 9 UDP/TLS/RTP/SAVPF ${payloadType}` : line));
}

/** What a browser may send: silence as silence, and speech up to the limit. */
const SENT = { usedtx: '1', maxaveragebitrate: String(VOICE.bitsPerSecond) };
/** Returns the section that the browser sends, with the limits of what it sends. */
function limitSent(section: string[]): string[] {
  const at = section.findIndex((line) => line.startsWith('a=fmtp:'));
  const number = /SAVPF (\d+)/.exec(section[0]!)![1]!;
  const named = (section[at] ?? '').split(' ')[1]?.split(';') ?? [];
  const kept = named.filter((one) => !Object.hasOwn(SENT, one.split('=')[0]!.trim()));
  const parameters = [...kept, ...Object.entries(SENT).map((one) => one.join('='))];
  const limits = [`a=fmtp:${number} ${parameters.join(';')}`];
  const others = section.filter((_, line) => line !== at);
  const bandwidth = `b=AS:${VOICE.bitsPerSecond / 1_000}`;
  // RFC 4566: the bandwidth stands after the connection.
  return [
    ...others.flatMap((line) => (line.startsWith('c=') ? [line, bandwidth] : [line])),
    ...limits,
  ];
}

/** UDP is preferred: over TCP a lost packet holds up all after it. */
const [UDP_PREFERENCE, TCP_PREFERENCE] = [126, 90];
/** Returns how an address is reached: over UDP, or over TCP where a network lets no UDP through. */
function candidatesOf(address: string, port: number, at: number): string[] {
  const priority = (preference: number) => ((preference << 24) | ((65_535 - at) << 8) | 255) >>> 0;
  const [udp, tcp] = [2 * at + 1, 2 * at + 2];
  return [
    `a=candidate:${udp} 1 UDP ${priority(UDP_PREFERENCE)} ${address} ${port} typ host`,
    `a=candidate:${tcp} 1 TCP ${priority(TCP_PREFERENCE)} ${address} ${port} typ host tcptype passive`,
  ];
}
export type Reachable = { addresses: readonly string[]; port: number };
/** Returns where to listen: everywhere, unless only browsers of this machine are told of the port. */
export const listensAt = ({ addresses }: Pick<Reachable, 'addresses'>): string | undefined =>
  addresses.every((address) => address === '127.0.0.1') ? '127.0.0.1' : undefined;
/**
 * Returns the answer for the browser: the server's announced addresses instead of those that the
 * library found. `write` returns the other lines of a stream, which come without sources.
 */
export function rewriteAnswer(
  sdp: string,
  { addresses, port }: Reachable,
  write: (section: string[]) => string[],
): string {
  const lines = sdp
    .split(/\r?\n/)
    .filter((line) => line !== '' && !/^a=(?:candidate|end-of-candidates|ssrc)/.test(line));
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)!.push(line);
  }
  const [session, ...media] = sections as [string[], ...string[][]];
  const written = media.map((section) => [
    ...write(section),
    ...addresses.flatMap((address, at) => candidatesOf(address, port, at)),
    'a=end-of-candidates',
  ]);
  return [...session, ...written.flat(), ''].join('\r\n');
}
/** Returns the answer for a member, with the sources of the slots, the same for the whole room. */
export function writeAnswer(
  sdp: string,
  reachable: Reachable,
  slotSources: readonly number[],
): string {
  let slot = 0;
  return rewriteAnswer(sdp, reachable, (section) => {
    if (!section.includes('a=sendonly')) return limitSent(section);
    const source = slotSources[slot++];
    return [
      ...section,
      `a=ssrc:${source} cname:slot${slot}`,
      `a=ssrc:${source} msid:slot${slot} slot${slot}`,
    ];
  });
}
