// RTP packets (RFC 3550) as buffers: what forwarding needs, and nothing else.

const VERSION = 2;
const FIXED_BYTES = 12;
/** RFC 8285: extensions with a header of one byte. */
const ONE_BYTE_PROFILE = 0xbede;

export type RtpHeader = {
  payloadType: number;
  isMarked: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  /** Where the payload begins and ends; padding is outside. */
  start: number;
  end: number;
  /** Where the extensions begin and end; both 0 if there are none that can be read. */
  extensionStart: number;
  extensionEnd: number;
};

/** Returns the header of a packet; null if it is not RTP, is cut, or contradicts itself. */
export function parseRtp(packet: Buffer): RtpHeader | null {
  if (packet.length < FIXED_BYTES || packet[0]! >> 6 !== VERSION) return null;
  const first = packet[0]!;
  let start = FIXED_BYTES + (first & 0x0f) * 4;
  let [extensionStart, extensionEnd] = [0, 0];
  if ((first & 0x10) !== 0) {
    if (packet.length < start + 4) return null;
    const bytes = packet.readUInt16BE(start + 2) * 4;
    if (packet.length < start + 4 + bytes) return null;
    if (packet.readUInt16BE(start) === ONE_BYTE_PROFILE)
      [extensionStart, extensionEnd] = [start + 4, start + 4 + bytes];
    start += 4 + bytes;
  }
  let end = packet.length;
  if ((first & 0x20) !== 0) {
    const padding = packet[end - 1]!;
    if (padding === 0 || padding > end - start) return null;
    end -= padding;
  }
  if (start > end) return null;
  return {
    payloadType: packet[1]! & 0x7f,
    isMarked: (packet[1]! & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    start,
    end,
    extensionStart,
    extensionEnd,
  };
}

/**
 * Returns how loud the audio of a packet is, from 0 (silence) to 127 (RFC 6464, turned round); null
 * if the packet does not say it.
 */
export function readLevel(
  packet: Buffer,
  { extensionStart, extensionEnd }: RtpHeader,
  id: number,
): number | null {
  for (let at = extensionStart; at < extensionEnd;) {
    const first = packet[at]!;
    if (first === 0) {
      at += 1;
      continue;
    }
    const [name, bytes] = [first >> 4, (first & 0x0f) + 1];
    // 15 ends the extensions.
    if (name === 15 || at + 1 + bytes > extensionEnd) return null;
    if (name === id) return 127 - (packet[at + 1]! & 0x7f);
    at += 1 + bytes;
  }
  return null;
}

export type Rebuilt = {
  payloadType: number;
  sequence: number;
  timestamp: number;
  ssrc: number;
  /** Who speaks: the reader finds it by `getContributingSources()`. */
  csrc: number;
};
/** Returns the payload of a packet under another header, without extensions and padding. */
export function rebuildRtp(packet: Buffer, header: RtpHeader, to: Rebuilt): Buffer {
  const payload = packet.subarray(header.start, header.end);
  const built = Buffer.allocUnsafe(FIXED_BYTES + 4 + payload.length);
  built[0] = (VERSION << 6) | 1;
  built[1] = (header.isMarked ? 0x80 : 0) | (to.payloadType & 0x7f);
  built.writeUInt16BE(to.sequence & 0xffff, 2);
  built.writeUInt32BE(to.timestamp >>> 0, 4);
  built.writeUInt32BE(to.ssrc >>> 0, 8);
  built.writeUInt32BE(to.csrc >>> 0, FIXED_BYTES);
  payload.copy(built, FIXED_BYTES + 4);
  return built;
}
/** Returns the first contributing source of a packet that `parseRtp` has read; null if it names none. */
export const readCsrc = (packet: Buffer): number | null =>
  (packet[0]! & 0x0f) === 0 ? null : packet.readUInt32BE(FIXED_BYTES);
/** Returns a packet with the level of its sound (RFC 6464): decibels below the loudest, 0 to 127. */
export function writeRtp(
  { payloadType, sequence, timestamp, ssrc }: Omit<Rebuilt, 'csrc'>,
  { id, level }: { id: number; level: number },
  payload: Uint8Array,
): Buffer {
  const start = FIXED_BYTES + 8;
  const built = Buffer.alloc(start + payload.length);
  built[0] = (VERSION << 6) | 0x10;
  built[1] = payloadType & 0x7f;
  built.writeUInt16BE(sequence & 0xffff, 2);
  built.writeUInt32BE(timestamp >>> 0, 4);
  built.writeUInt32BE(ssrc >>> 0, 8);
  built.writeUInt16BE(ONE_BYTE_PROFILE, FIXED_BYTES);
  built.writeUInt16BE(1, FIXED_BYTES + 2);
  built[FIXED_BYTES + 4] = id << 4;
  built[FIXED_BYTES + 5] = level & 0x7f;
  built.set(payload, start);
  return built;
}
/** Returns how far a 16-bit sequence number is ahead of another, from -32768 to 32767. */
export const sequenceAhead = (one: number, other: number): number =>
  ((one - other + 0x18000) & 0xffff) - 0x8000;

/** Returns whether a packet on the media port is RTCP and not RTP (RFC 5761). */
export const isRtcp = (packet: Buffer): boolean =>
  packet.length >= 2 && packet[1]! >= 192 && packet[1]! <= 223;
