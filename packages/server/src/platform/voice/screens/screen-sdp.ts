// Offers for a shared screen: one stream of video and at most one of its sound, in one direction.
import {
  BadOffer,
  isKept,
  keepSession,
  REPORTS_SOURCE,
  rewriteAnswer,
  splitOffer,
  type Reachable,
} from '../sdp.ts';

const MID_URI = 'urn:ietf:params:rtp-hdrext:sdes:mid';
/**
 * The one codec of a screen, because a packet is forwarded as it came and every reader has to read it.
 * Every browser has VP8; H.264 has profiles that one browser sends and another does not read.
 */
const CODECS = {
  video: /^a=rtpmap:(\d{1,3}) VP8\/90000$/i,
  audio: /^a=rtpmap:(\d{1,3}) opus\/48000\/2$/i,
};
/** How the sender and a reader may answer: transport-cc would limit the sender to 30 kbit/s, since nobody writes it. */
const FEEDBACK = /^a=rtcp-fb:\d{1,3} (?:nack|nack pli|ccm fir|goog-remb)$/;

export type ScreenKind = keyof typeof CODECS;
export type ScreenSources = Record<ScreenKind, number>;
export type ReadScreenOffer = {
  /** The offer for the library: one codec a stream, no addresses. */
  sdp: string;
  videoType: number;
  /** Null without sound. */
  audioType: number | null;
};

/**
 * Reads an offer of a browser that shows a screen (`sendonly`) or sees one (`recvonly`). A reader's
 * offer is given the sources that the server sends, because the library finds the stream of a
 * reader's message by them. Throws `BadOffer`.
 */
export function readScreenOffer(
  input: string,
  direction: 'sendonly' | 'recvonly',
  sources?: ScreenSources,
): ReadScreenOffer {
  const [session, ...media] = splitOffer(input);
  const kinds = media.map((section) => kindOf(section, direction));
  if (
    kinds.filter((kind) => kind === 'video').length !== 1 ||
    kinds.length > 2 ||
    new Set(kinds).size !== kinds.length
  )
    throw new BadOffer('wrong streams');
  const types = media.map((section, at) => payloadTypeOf(section, kinds[at]!));
  const audio = kinds.indexOf('audio');
  return {
    sdp: [
      ...keepSession(session),
      ...media.flatMap((section, at) => [
        ...keepOneCodec(section, types[at]!),
        ...(sources === undefined ? [] : namesOf(sources, kinds[at]!)),
      ]),
      '',
    ].join('\r\n'),
    videoType: types[kinds.indexOf('video')]!,
    audioType: audio === -1 ? null : types[audio]!,
  };
}
/** Chromium reports from this source on video that it receives, and from the other one on audio. */
const VIDEO_REPORTS_SOURCE = 1;
const namesOf = (sources: ScreenSources, kind: ScreenKind): string[] =>
  [sources[kind], kind === 'video' ? VIDEO_REPORTS_SOURCE : REPORTS_SOURCE].map(
    (source) => `a=ssrc:${source} cname:screen`,
  );
function kindOf(section: string[], direction: string): ScreenKind {
  const kind = /^m=(video|audio) \d+ UDP\/TLS\/RTP\/SAVPF /.exec(section[0]!)?.[1];
  const directions = section.filter((line) =>
    /^a=(?:sendonly|recvonly|sendrecv|inactive)$/.test(line),
  );
  if (kind === undefined || directions.length !== 1 || directions[0] !== `a=${direction}`)
    throw new BadOffer('wrong stream');
  return kind as ScreenKind;
}
function payloadTypeOf(section: string[], kind: ScreenKind): number {
  const found = section.flatMap((line) => CODECS[kind].exec(line)?.[1] ?? [])[0];
  if (found === undefined || Number(found) > 127) throw new BadOffer('no codec');
  return Number(found);
}
function keepOneCodec(section: string[], payloadType: number): string[] {
  // Of a browser's sources only the first stays: the other is for repetitions. A reader's reports name it.
  const group = section.flatMap((line) => /^a=ssrc-group:FID (\d+) /.exec(line)?.[1] ?? [])[0];
  const kind = section[0]!.startsWith('m=video') ? 'video' : 'audio';
  return section.flatMap((line) => {
    if (line.startsWith('m=')) return [`m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloadType}`];
    if (!isKept(line) || (line.startsWith('a=extmap:') && !line.includes(MID_URI))) return [];
    if (line.startsWith('a=rtcp-fb:') && !FEEDBACK.test(line)) return [];
    if (line.startsWith('a=ssrc:') && !isOf(line, group)) return [];
    const codec = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d{1,3})/.exec(line)?.[1];
    return codec === undefined || codec === String(payloadType) ? [line] : [];
  });
}
const isOf = (line: string, source: string | undefined): boolean =>
  source === undefined || line.startsWith(`a=ssrc:${source} `);

/** Returns the answer for the browser; for a reader with the sources of the streams. */
export const writeScreenAnswer = (
  sdp: string,
  reachable: Reachable,
  sources?: ScreenSources,
): string =>
  rewriteAnswer(sdp, reachable, (section) => {
    if (sources === undefined) return section;
    const kind = section[0]!.startsWith('m=video') ? 'video' : 'audio';
    const source = sources[kind];
    // One name for both: the browser plays them together.
    return [...section, `a=ssrc:${source} cname:screen`, `a=ssrc:${source} msid:screen ${kind}`];
  });
