import type { Readable } from 'node:stream';
import yauzl, { type Entry } from 'yauzl';
import { readAtMost } from '#platform/storage/read-stream.ts';
import { ApkRefused } from './apk-bytes.ts';

export type ApkZip = {
  /**
   * In the order of the directory. The keys are the names' bytes as latin1: an encoding is never
   * guessed, so a name equals its entry in the signed list byte for byte. Nothing is unpacked to a
   * disk, so any name is safe.
   */
  entries: ReadonlyMap<string, Entry>;
  /** Returns the unpacked content of an entry, up to `mostBytes`. */
  read(name: string, mostBytes: number): Promise<Buffer>;
  stream(name: string): Promise<Readable>;
  close(): void;
};
const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;
const MOST_ENTRIES = 100_000;
/**
 * The maximum unpacked size of an application, and the maximum ratio to the size of its file:
 * anything beyond is a zip bomb.
 */
const MOST_UNPACKED = 4 * 1024 * 1024 * 1024;
const MOST_RATIO = 100;

/**
 * Opens the list of a zip. Throws `bad_apk` if it is not a zip, has a duplicate name, or unpacks to
 * more than a device has room for.
 */
export async function openZip(path: string, size: number): Promise<ApkZip> {
  const zip = await yauzl.openPromise(path, OPTIONS).catch(() => {
    throw new ApkRefused('bad_apk');
  });
  try {
    const entries = await listEntries(zip, size);
    const stream = async (name: string) => {
      const entry = entries.get(name);
      if (entry === undefined || entry.isEncrypted()) throw new ApkRefused('bad_apk');
      return zip.openReadStreamPromise(entry);
    };
    const read = async (name: string, mostBytes: number) => {
      const bytes = await readAtMost(await stream(name), mostBytes);
      if (bytes === null) throw new ApkRefused('bad_apk');
      return bytes;
    };
    return { entries, stream, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof ApkRefused ? error : new ApkRefused('bad_apk');
  }
}

async function listEntries(zip: yauzl.ZipFile, size: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    const name = entry.fileNameRaw.toString('latin1');
    // If two entries have the same name, the system may use the other one.
    if (entries.has(name) || entries.size >= MOST_ENTRIES || unpacked > MOST_UNPACKED)
      throw new ApkRefused('bad_apk');
    entries.set(name, entry);
  }
  if (unpacked > size * MOST_RATIO) throw new ApkRefused('bad_apk');
  return entries;
}
