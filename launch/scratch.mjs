import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** In-memory folders, if the system has one. */
const IN_MEMORY = '/dev/shm';
/**
 * Ten times what the tests were seen to hold at once, and what they and everything else need to run
 * besides.
 */
const NEEDED = { room: 4 * 1024 ** 3, memory: 8 * 1024 ** 3 };

/**
 * Creates a folder for what tests create and discard, including hundreds of databases: in memory if
 * there is plenty of it, otherwise in the usual
 * temporary folder. Data written by a killed process survives in both; the long tests, which also
 * break disks, get a disk. `clear` removes the folder with everything left in it.
 * @param {{ mayBeInMemory: boolean }} options
 * @returns {{ path: string, clear(): void }}
 */
export function makeScratch({ mayBeInMemory }) {
  const path = mkdtempSync(
    join(mayBeInMemory && hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'respa-'),
  );
  // The nginx of the tests passes through it as another account, without seeing what is there.
  chmodSync(path, 0o711);
  const clear = () => {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // A process is still writing there: the test results must not be lost because of that.
      console.log(`Не убрано: ${path} (${error.code})`);
    }
  };
  return { path, clear };
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > NEEDED.room && freemem() > NEEDED.memory;
  } catch {
    return false;
  }
}
