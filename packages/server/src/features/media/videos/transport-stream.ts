/** The packet lengths of a transport stream (M2TS puts a time code before each), and the start. */
const PACKETS = [
  [188, 0],
  [192, 4],
] as const;
const SYNC = 0x47;
const CHECKED = 5;
/** Returns whether the beginning of a file is an MPEG transport stream (ISO/IEC 13818-1). */
export const isTransportStream = (head: Buffer): boolean =>
  PACKETS.some(([length, start]) =>
    Array.from({ length: CHECKED }, (_, index) => head[start + index * length]).every(
      (byte) => byte === SYNC,
    ),
  );
