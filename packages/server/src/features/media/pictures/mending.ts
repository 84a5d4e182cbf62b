import { open, readFile, type FileHandle } from 'node:fs/promises';
import { FILES } from '@respa/contract/limits';

const JPEG_END = Buffer.of(0xff, 0xd9);
const END_MARKER = 0xd9;
/** Whether bytes behind 0xff begin no segment: data of a scan, a restart marker, or filling. */
const isNoSegment = (marker: number): boolean =>
  marker === 0x00 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Returns whether a JPEG (ITU-T T.81) has an end marker; that of a preview inside a segment does not
 * count.
 */
function isEnded(bytes: Buffer): boolean {
  let at = bytes.indexOf(0xff, 2);
  while (at !== -1 && at + 4 <= bytes.length) {
    const marker = bytes[at + 1]!;
    if (marker === END_MARKER) return true;
    const length = isNoSegment(marker) ? 0 : 1 + bytes.readUInt16BE(at + 2);
    at = bytes.indexOf(0xff, at + 1 + length);
  }
  return at !== -1 && bytes[at + 1] === END_MARKER;
}

/**
 * Returns the bytes of a JPEG with the end marker that a camera left out, or null if there is one.
 * The decoder then warns if pixels are missing too.
 */
export async function mendJpeg(path: string): Promise<Buffer | null> {
  return withFile(path, async (file) => {
    const { size } = await file.stat();
    const last = Buffer.alloc(JPEG_END.length);
    await file.read(last, 0, last.length, Math.max(0, size - last.length));
    if (last.equals(JPEG_END) || size > FILES.picture.maxBytes) return null;
    const bytes = await file.readFile();
    return isEnded(bytes) ? null : Buffer.concat([bytes, JPEG_END]);
  });
}

const BRAND = { at: 8, usual: 'avif' } as const;
/**
 * Returns the bytes of an AVIF with the brand by which the decoder knows it, or null if it has it: a
 * sequence and some still pictures begin with a more general one.
 */
export async function mendAvif(path: string): Promise<Buffer | null> {
  return withFile(path, async (file) => {
    const { size } = await file.stat();
    const brand = Buffer.alloc(4);
    await file.read(brand, 0, 4, BRAND.at);
    if (brand.toString('latin1') === BRAND.usual || size > FILES.picture.maxBytes) return null;
    const bytes = await readFile(path);
    bytes.write(BRAND.usual, BRAND.at, 'latin1');
    return bytes;
  });
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
