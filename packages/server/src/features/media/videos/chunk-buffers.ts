/** Bytes. Players and browsers request ranges of this size and less. */
export const PIECE_BYTES = 1024 * 1024;
/** Bytes. All buffers in use together. */
const MOST_BYTES = 64 * 1024 * 1024;
/**
 * Buffers kept for reuse. A new buffer costs more than reading into it, because the system maps its
 * pages one by one.
 */
const KEPT = 16;
/** Bytes. Smaller buffers come from Node's own pool or are cheap to allocate. */
const SMALL = 64 * 1024;

export type PieceBuffers = {
  /**
   * Returns a buffer of `length` bytes, to be released once with `done`; null if too much is in
   * use.
   */ take(length: number): { bytes: Buffer; done(): void } | null;
};

export function makePieceBuffers(): PieceBuffers {
  const free: Buffer[] = [];
  let taken = 0;
  return {
    take(length) {
      if (length > PIECE_BYTES || taken + length > MOST_BYTES) return null;
      taken += length;
      const whole =
        length <= SMALL
          ? Buffer.allocUnsafe(length)
          : (free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES));
      return {
        bytes: whole.subarray(0, length),
        done() {
          taken -= length;
          if (whole.length === PIECE_BYTES && free.length < KEPT) free.push(whole);
        },
      };
    },
  };
}
