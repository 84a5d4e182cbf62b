import { statfs } from 'node:fs/promises';
import { appError, type AppError } from '@respa/contract/app-errors';
import type { Config } from '#platform/runtime/config.ts';

/** The free space of the disk that holds `DATA_DIR`. */
export type FreeSpace = {
  /** Bytes, as measured in the last seconds. */
  free(): number;
  /** Throws `no_space` if so many more bytes would leave less than DISK_RESERVE. */
  admit(bytes: number): void;
  /**
   * Returns whether what is being received must stop, because half of the reserve is gone. Several
   * uploads may have been admitted together, and the database needs the rest.
   */
  isSpent(): boolean;
  stop(): void;
};

const EVERY_MS = 2_000;
/** `no_space`: the reserve of the disk would be used. */
export const reserveReached = (): AppError =>
  appError('no_space', { text: 'На сервере заканчивается место. Попробуйте позже.' });

/** Measures the free space now and every two seconds. */
export async function makeFreeSpace({
  dataDir,
  diskReserve,
}: Pick<Config, 'dataDir' | 'diskReserve'>): Promise<FreeSpace> {
  let free = Number.MAX_SAFE_INTEGER;
  const measure = async () => {
    // A disk that cannot be measured is not taken for full.
    const found = await statfs(dataDir).catch(() => null);
    if (found !== null) free = found.bavail * found.bsize;
  };
  await measure();
  const measuring = setInterval(() => void measure(), EVERY_MS).unref();
  return {
    free: () => free,
    admit(bytes) {
      if (diskReserve > 0 && free - bytes < diskReserve) throw reserveReached();
    },
    isSpent: () => diskReserve > 0 && free < diskReserve / 2,
    stop: () => clearInterval(measuring),
  };
}
