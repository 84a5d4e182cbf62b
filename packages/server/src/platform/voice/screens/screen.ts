// A shared screen: the packets of one sender, forwarded to its readers as they came. The numbers stay
// the sender's, so that what a reader lacks is found in the store by the number that it names.
import { makeBudget, type Budget } from '../budget.ts';
import { makePacketStore } from './packet-store.ts';
import { makeReception } from '../reception.ts';
import {
  readRtcp,
  writeBitrate,
  writeKeyframeRequest,
  writeLost,
  writeReception,
  writeSent,
  type RtcpPart,
} from '../rtcp.ts';
import { isRtcp, parseRtp, rebuildRtp } from '../rtp.ts';
import type { RoomCounts } from '../room.ts';
import type { ScreenKind, ScreenSources } from './screen-sdp.ts';

/** What a sender may send, in bits a second; browsers obey within a second. */
const BITS = 2_500_000;
/** Bytes a second that are forwarded, with the browser's own tolerance, and at once for a whole picture. */
const [BYTES, BURST_BYTES] = [(BITS / 8) * 1.2, 640 * 1_024];
/** Opus in stereo: 50 packets of at most 510 kbit/s; browsers send 32 to 128 kbit/s. */
const [AUDIO_BYTES, AUDIO_BURST_BYTES] = [20 * 1_024, 40 * 1_024];
/** Bytes a second that are sent again to one reader. */
const [AGAIN_BYTES, AGAIN_BURST_BYTES] = [BITS / 16, BITS / 16];
/** Messages of one reader or sender that are read in a second. */
const MESSAGES = 100;
const MAX_BYTES = 1_500;
const KEYFRAME_MS = 1_000;
const REPORT_MS = 1_000;
/** Milliseconds' worth of timestamps: 90 kHz of video, 48 kHz of Opus. */
const CLOCKS: Record<ScreenKind, number> = { video: 90, audio: 48 };

export type ScreenEnd = {
  /** The numbers of the codecs in this connection; null without sound. */
  types: Record<ScreenKind, number | null>;
  send(kind: ScreenKind, packet: Buffer): boolean;
};
export type ScreenReader = ScreenEnd & { again: Budget; messages: Budget };
export type Screen = {
  addReader(member: number, end: ScreenEnd): void;
  removeReader(member: number): void;
  /** Takes a packet of the sender. */
  take(kind: ScreenKind, packet: Buffer, nowMs: number): void;
  /** Takes a message of a reader. */
  hear(member: number, packet: Buffer, nowMs: number): void;
  /** Asks the sender for a whole picture, now or as soon as it may be asked again. */
  wantKeyframe(nowMs: number): void;
  /** Asks for what is lost, and reports once a second. Call it every 50 ms or so. */
  tick(nowMs: number): void;
};

/** A screen whose streams have the given sources for all readers. `number` is its member's. */
export function makeScreen(
  sender: ScreenEnd,
  number: number,
  sources: ScreenSources,
  counts: RoomCounts,
): Screen {
  const readers = new Map<number, ScreenReader>();
  const store = makePacketStore();
  const makeStream = (kind: ScreenKind) => ({
    ssrc: undefined as number | undefined,
    reception: makeReception(CLOCKS[kind]),
    budget:
      kind === 'video'
        ? makeBudget(BYTES, BURST_BYTES)
        : makeBudget(AUDIO_BYTES, AUDIO_BURST_BYTES),
    messages: makeBudget(MESSAGES, MESSAGES),
  });
  const streams = { video: makeStream('video'), audio: makeStream('audio') };
  const { video } = streams;
  let [askedMs, isWanted, reportedMs] = [-Infinity, false, -Infinity];

  function sendTo(reader: ScreenReader, kind: ScreenKind, packet: Buffer): boolean {
    const type = reader.types[kind];
    if (type === null) return false;
    // The library copies what it sends.
    packet[1] = (packet[1]! & 0x80) | type;
    if (!reader.send(kind, packet)) return false;
    counts.packetsOut += 1;
    return true;
  }
  function wantKeyframe(nowMs: number): void {
    isWanted = true;
    if (video.ssrc === undefined || nowMs - askedMs < KEYFRAME_MS) return;
    if (sender.send('video', writeKeyframeRequest(sources.video, video.ssrc)))
      [askedMs, isWanted] = [nowMs, false];
  }
  function takeReport(kind: ScreenKind, part: RtcpPart, nowMs: number): void {
    const stream = streams[kind];
    if (part.kind !== 'sent' || part.ssrc !== stream.ssrc) return;
    stream.reception.noteReport(part, nowMs);
    const report = writeSent({ ...part, ssrc: sources[kind] });
    for (const reader of readers.values())
      if (reader.types[kind] !== null) reader.send(kind, report);
  }
  function takeMedia(kind: ScreenKind, packet: Buffer, nowMs: number): void {
    const stream = streams[kind];
    counts.packetsIn += 1;
    const header = packet.length > MAX_BYTES ? null : parseRtp(packet);
    if (
      header === null ||
      header.payloadType !== sender.types[kind] ||
      (stream.ssrc !== undefined && header.ssrc !== stream.ssrc) ||
      !stream.budget(packet.length, nowMs)
    ) {
      counts.dropped += 1;
      return;
    }
    stream.ssrc = header.ssrc;
    stream.reception.note(header, nowMs);
    const built = rebuildRtp(packet, header, { ...header, ssrc: sources[kind], csrc: number });
    if (kind === 'video' && !store.put(header.sequence, built)) return;
    for (const reader of readers.values()) sendTo(reader, kind, built);
  }
  function report(nowMs: number): void {
    reportedMs = nowMs;
    const blocks = (['video', 'audio'] as const).flatMap((kind) => {
      const { ssrc, reception } = streams[kind];
      return ssrc === undefined ? [] : (reception.report(ssrc, nowMs) ?? []);
    });
    if (video.ssrc === undefined) return;
    const message = [
      writeReception(sources.video, blocks),
      writeBitrate(sources.video, BITS, [video.ssrc]),
    ];
    sender.send('video', Buffer.concat(message));
  }
  return {
    addReader(member, end) {
      readers.set(member, {
        ...end,
        again: makeBudget(AGAIN_BYTES, AGAIN_BURST_BYTES),
        messages: makeBudget(MESSAGES, MESSAGES),
      });
    },
    removeReader: (member) => void readers.delete(member),
    take(kind, packet, nowMs) {
      if (!isRtcp(packet)) takeMedia(kind, packet, nowMs);
      else if (streams[kind].messages(1, nowMs))
        for (const part of readRtcp(packet)) takeReport(kind, part, nowMs);
    },
    hear(member, packet, nowMs) {
      const reader = readers.get(member);
      if (reader === undefined || !isRtcp(packet) || !reader.messages(1, nowMs)) return;
      for (const part of readRtcp(packet)) {
        if (part.ssrc !== sources.video) continue;
        if (part.kind === 'keyframe') wantKeyframe(nowMs);
        if (part.kind === 'lost')
          for (const sequence of part.sequences) {
            const kept = store.get(sequence);
            if (kept !== undefined && reader.again(kept.length, nowMs))
              sendTo(reader, 'video', kept);
          }
      }
    },
    wantKeyframe,
    tick(nowMs) {
      if (video.ssrc === undefined) return;
      const missing = video.reception.takeMissing(nowMs);
      if (missing === null) wantKeyframe(nowMs);
      else if (missing.length > 0)
        sender.send('video', writeLost(sources.video, video.ssrc, missing));
      if (isWanted) wantKeyframe(nowMs);
      if (nowMs - reportedMs >= REPORT_MS) report(nowMs);
    },
  };
}
