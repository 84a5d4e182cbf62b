import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { readAtMost } from '#platform/storage/read-stream.ts';

const MOST_ENTRIES = 5_000;
/** Bytes of a part that only lists other parts. */
const MOST_LIST_BYTES = 1024 * 1024;

/** The parts of an office document, which is a zip. Names are compared without case. */
export type ZipParts = {
  has(name: string): boolean;
  /** Returns a part's content as a stream; null if there is none or it declares more bytes. */
  open(name: string, mostBytes: number): Promise<Readable | null>;
  /** Returns the text of a part that lists others; null if there is none or it is too large. */
  readList(name: string): Promise<string | null>;
  close(): void;
};

/** Opens a zip. Names stay bytes: a strange one is no reason to stop. Throws if it is no zip. */
export async function openZipParts(path: string): Promise<ZipParts> {
  const zip = await yauzl.openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
  });
  const entries = new Map<string, yauzl.Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(keyOf(entry.fileNameRaw.toString('utf8')), entry);
      if (entries.size > MOST_ENTRIES) break;
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  const open = async (name: string, mostBytes: number): Promise<Readable | null> => {
    const entry = entries.get(keyOf(name));
    if (entry === undefined || entry.uncompressedSize > mostBytes) return null;
    return zip.openReadStreamPromise(entry);
  };
  return {
    has: (name) => entries.has(keyOf(name)),
    open,
    async readList(name) {
      const stream = await open(name, MOST_LIST_BYTES);
      const bytes = stream === null ? null : await readAtMost(stream, MOST_LIST_BYTES);
      return bytes === null ? null : new TextDecoder(xmlEncoding(bytes)).decode(bytes);
    },
    close: () => zip.close(),
  };
}
const keyOf = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

const DECLARED = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]{1,40})["']/;
/**
 * Returns the encoding of an XML document by its beginning: a byte order mark, the width of its
 * first characters, else what it declares (XML 1.0, Appendix F).
 */
export function xmlEncoding(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
  const [, declared = 'utf-8'] = DECLARED.exec(head.toString('latin1', 0, 200)) ?? [];
  try {
    const { encoding } = new TextDecoder(declared);
    // A declaration of single bytes contradicts itself; some programs write it in front of UTF-8.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
