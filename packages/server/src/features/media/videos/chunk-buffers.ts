/** Players and browsers ask for pieces of this size and less. */
export const PIECE_BYTES = 1024 * 1024;
/** All pieces that are on their way together. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A buffer that is made anew costs more than what is read into it: its pages are given by the system one by one. */
const KEPT = 16;
/** What is smaller comes from the pool of Node itself or is cheap to make. */
const SMALL = 64 * 1024;

export type PieceBuffers = {
  /** A buffer of so many bytes, to be given back by `done`, once; null when too much is on its way. */ take(
    length: number,
  ): { bytes: Buffer; done(): void } | null;
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
