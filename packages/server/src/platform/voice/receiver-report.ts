/** RTCP packets that carry report blocks (RFC 3550): from a sender and from a receiver. */
const [SENDER_REPORT, RECEIVER_REPORT] = [200, 201];
/** Where the blocks begin, and the bytes of one. */
const BLOCKS_AT = new Map([
  [SENDER_REPORT, 28],
  [RECEIVER_REPORT, 8],
]);
const BLOCK_BYTES = 24;

/**
 * Returns what a browser reports: for each stream that it receives, how many packets it has missed
 * since the start. Only the first packet of a compound one is read, which is the report.
 */
export function readLosses(packet: Buffer): { source: number; lost: number }[] {
  const start = BLOCKS_AT.get(packet[1] ?? 0);
  if (start === undefined) return [];
  const count = packet[0]! & 0x1f;
  return Array.from({ length: count }, (_, at) => start + at * BLOCK_BYTES)
    .filter((at) => at + BLOCK_BYTES <= packet.length)
    .map((at) => ({ source: packet.readUInt32BE(at), lost: packet.readIntBE(at + 5, 3) }));
}
