import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders that live in memory, where a system has one. */
const IN_MEMORY = '/dev/shm';
/** Ten times what the tests were seen to hold at once, and what they and everything else need to run beside it. */
const NEEDED = { room: 4 * 1024 ** 3, memory: 8 * 1024 ** 3 };

/**
 * A folder for what tests make and throw away, hundreds of databases among it: in memory where there is plenty of it, else where such
 * things always lie. What a killed process had written is there afterwards in both; the long tests, which break disks too, have a disk. `clear` takes it away with all that was left in it.
 * @param {{ mayBeInMemory: boolean }} options
 * @returns {{ path: string, clear(): void }}
 */
export function makeScratch({ mayBeInMemory }) {
  const path = mkdtempSync(
    join(mayBeInMemory && hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'respa-'),
  );
  const clear = () => {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // Somebody still writes there: what the tests have found is not lost for that.
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
