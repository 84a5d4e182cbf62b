// RTCP packets (RFC 3550, RFC 4585, RFC 5104) as buffers: what forwarding of video needs.

const VERSION = 2;
const HEADER_BYTES = 4;
/** Packet types. */
const [SENDER_REPORT, RECEIVER_REPORT, TRANSPORT_FEEDBACK, PAYLOAD_FEEDBACK] = [200, 201, 205, 206];
/** Formats of feedback. */
const [NACK, PLI, FIR, REMB] = [1, 1, 4, 15];
/** Lost packets that are read from one message, which a reader could fill with thousands. */
const MAX_ASKED = 256;
const MAX_LOST = 0x7fffff;

export type SenderReport = {
  kind: 'sent';
  ssrc: number;
  /** The sender's clock, as its 64 bits (NTP), and the time of the stream at that moment. */
  clock: bigint;
  timestamp: number;
  packets: number;
  bytes: number;
};
export type RtcpPart =
  | SenderReport
  | { kind: 'lost'; ssrc: number; sequences: number[] }
  | { kind: 'keyframe'; ssrc: number };

/** Returns the parts of a compound packet that are understood, up to the first malformed one. */
export function readRtcp(packet: Buffer): RtcpPart[] {
  const parts: RtcpPart[] = [];
  for (let at = 0; at + HEADER_BYTES <= packet.length;) {
    if (packet[at]! >> 6 !== VERSION) break;
    const end = at + (packet.readUInt16BE(at + 2) + 1) * 4;
    if (end > packet.length) break;
    const part = readPart(packet.subarray(at, end));
    if (part !== null) parts.push(part);
    at = end;
  }
  return parts;
}
function readPart(packet: Buffer): RtcpPart | null {
  const [format, type] = [packet[0]! & 0x1f, packet[1]!];
  if (type === SENDER_REPORT && packet.length >= 28)
    return {
      kind: 'sent',
      ssrc: packet.readUInt32BE(4),
      clock: packet.readBigUInt64BE(8),
      timestamp: packet.readUInt32BE(16),
      packets: packet.readUInt32BE(20),
      bytes: packet.readUInt32BE(24),
    };
  if (type === TRANSPORT_FEEDBACK && format === NACK && packet.length >= 16)
    return { kind: 'lost', ssrc: packet.readUInt32BE(8), sequences: readLost(packet) };
  if (type === PAYLOAD_FEEDBACK && format === PLI && packet.length >= 12)
    return { kind: 'keyframe', ssrc: packet.readUInt32BE(8) };
  if (type === PAYLOAD_FEEDBACK && format === FIR && packet.length >= 20)
    return { kind: 'keyframe', ssrc: packet.readUInt32BE(12) };
  return null;
}
function readLost(packet: Buffer): number[] {
  const lost: number[] = [];
  for (let at = 12; at + 4 <= packet.length; at += 4) {
    const [first, following] = [packet.readUInt16BE(at), packet.readUInt16BE(at + 2)];
    for (let ahead = 0; ahead <= 16; ahead += 1) {
      if (ahead > 0 && (following & (1 << (ahead - 1))) === 0) continue;
      if (lost.length === MAX_ASKED) return lost;
      lost.push((first + ahead) & 0xffff);
    }
  }
  return lost;
}

/** Returns a message of the given bytes, a multiple of 4, with its header. */
function write(type: number, format: number, bytes: number): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + bytes);
  packet[0] = (VERSION << 6) | format;
  packet[1] = type;
  packet.writeUInt16BE(bytes / 4, 2);
  return packet;
}
/** Asks the sender of a stream for a whole picture. */
export function writeKeyframeRequest(from: number, ssrc: number): Buffer {
  const packet = write(PAYLOAD_FEEDBACK, PLI, 8);
  packet.writeUInt32BE(from >>> 0, 4);
  packet.writeUInt32BE(ssrc >>> 0, 8);
  return packet;
}
/** Asks the sender of a stream for lost packets, given in ascending order of their numbers. */
export function writeLost(from: number, ssrc: number, sequences: readonly number[]): Buffer {
  const groups: { first: number; following: number }[] = [];
  for (const sequence of sequences) {
    const last = groups.at(-1);
    const ahead = last === undefined ? 0 : (sequence - last.first) & 0xffff;
    if (last !== undefined && ahead >= 1 && ahead <= 16) last.following |= 1 << (ahead - 1);
    else groups.push({ first: sequence, following: 0 });
  }
  const packet = write(TRANSPORT_FEEDBACK, NACK, 8 + groups.length * 4);
  packet.writeUInt32BE(from >>> 0, 4);
  packet.writeUInt32BE(ssrc >>> 0, 8);
  groups.forEach(({ first, following }, at) => {
    packet.writeUInt16BE(first, 12 + at * 4);
    packet.writeUInt16BE(following, 14 + at * 4);
  });
  return packet;
}
/** Limits the streams of a sender to a number of bits a second (draft-alvestrand-rmcat-remb). */
export function writeBitrate(from: number, bits: number, ssrcs: readonly number[]): Buffer {
  let [mantissa, exponent] = [Math.floor(bits), 0];
  for (; mantissa > 0x3ffff; mantissa = Math.floor(mantissa / 2)) exponent += 1;
  const packet = write(PAYLOAD_FEEDBACK, REMB, 16 + ssrcs.length * 4);
  packet.writeUInt32BE(from >>> 0, 4);
  packet.write('REMB', 12, 'ascii');
  packet[16] = ssrcs.length;
  packet[17] = (exponent << 2) | (mantissa >> 16);
  packet.writeUInt16BE(mantissa & 0xffff, 18);
  ssrcs.forEach((ssrc, at) => packet.writeUInt32BE(ssrc >>> 0, 20 + at * 4));
  return packet;
}
export type ReceptionBlock = {
  ssrc: number;
  /** Of the packets since the last report, in 256ths. */
  fractionLost: number;
  lost: number;
  /** The highest sequence number, with the count of wraparounds above its 16 bits. */
  highest: number;
  jitter: number;
  /** The middle 32 bits of the last sender report's clock, and 65,536ths of a second since then. */
  lastReport: number;
  sinceReport: number;
};
/** Tells senders how their streams arrive. */
export function writeReception(from: number, blocks: readonly ReceptionBlock[]): Buffer {
  const packet = write(RECEIVER_REPORT, blocks.length, 4 + blocks.length * 24);
  packet.writeUInt32BE(from >>> 0, 4);
  blocks.forEach((block, index) => {
    const at = 8 + index * 24;
    packet.writeUInt32BE(block.ssrc >>> 0, at);
    packet[at + 4] = block.fractionLost;
    packet.writeUIntBE(Math.min(MAX_LOST, Math.max(0, block.lost)), at + 5, 3);
    packet.writeUInt32BE(block.highest >>> 0, at + 8);
    packet.writeUInt32BE(block.jitter >>> 0, at + 12);
    packet.writeUInt32BE(block.lastReport >>> 0, at + 16);
    packet.writeUInt32BE(block.sinceReport >>> 0, at + 20);
  });
  return packet;
}
/** Tells readers which moment a timestamp of a stream is: they play picture and sound together by it. */
export function writeSent(report: Omit<SenderReport, 'kind'>): Buffer {
  const packet = write(SENDER_REPORT, 0, 24);
  packet.writeUInt32BE(report.ssrc >>> 0, 4);
  packet.writeBigUInt64BE(report.clock, 8);
  packet.writeUInt32BE(report.timestamp >>> 0, 16);
  packet.writeUInt32BE(report.packets >>> 0, 20);
  packet.writeUInt32BE(report.bytes >>> 0, 24);
  return packet;
}
