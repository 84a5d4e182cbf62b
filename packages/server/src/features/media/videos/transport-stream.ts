/** The packet lengths of a transport stream: M2TS puts a time code before each, DVB a code behind. */
const PACKETS = [188, 192, 204] as const;
const SYNC = 0x47;
const CHECKED = 5;
/** A packet without an error has a payload or an adaptation field; a letter G has neither. */
const isPacket = (head: Buffer, at: number): boolean =>
  head[at] === SYNC && (head[at + 1]! & 0x80) === 0 && (head[at + 3]! & 0x30) !== 0;
/**
 * Returns whether the beginning of a file is an MPEG transport stream (ISO/IEC 13818-1). A recording
 * may begin inside a packet.
 */
export const isTransportStream = (head: Buffer): boolean =>
  PACKETS.some((length) => {
    for (let start = 0; start < length && start + CHECKED * length <= head.length; start += 1)
      if (
        Array.from({ length: CHECKED }, (_, at) => start + at * length).every((at) =>
          isPacket(head, at),
        )
      )
        return true;
    return false;
  });
