// The end of a connection between a room and a bridge (bridge.ts). When the library closes one, the other
// side learns it after 27 s only. Browsers neither send this message nor read it.

/** RTCP: a receiver report without blocks, and a message of the application (RFC 3550). */
const [REPORT, APPLICATION] = [201, 204];
const NAME = Buffer.from('LEFT');
const REPORT_BYTES = 8;

/** Returns a report about nothing: the one who sends it is alive. */
export function writeReport(source: number): Buffer {
  const report = Buffer.from([0x80, REPORT, 0, 1, 0, 0, 0, 0]);
  report.writeUInt32BE(source, 4);
  return report;
}
/** Returns the last message of a connection. The library finds its stream by the report before it. */
export function writeGoodbye(source: number): Buffer {
  const last = Buffer.from([0x80, APPLICATION, 0, 2, 0, 0, 0, 0, ...NAME]);
  last.writeUInt32BE(source, 4);
  return Buffer.concat([writeReport(source), last]);
}
/** Returns whether a packet is the last message of a connection. */
export const isGoodbye = (packet: Buffer): boolean =>
  packet.length === REPORT_BYTES + 12 &&
  packet[1] === REPORT &&
  packet[REPORT_BYTES + 1] === APPLICATION &&
  packet.subarray(REPORT_BYTES + 8).equals(NAME);
