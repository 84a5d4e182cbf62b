import { createWriteStream } from 'node:fs';
import type { PassThrough, Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Puts one file into a zip, or with no content an empty folder; it has been read to its end when the promise resolves. */
export type AddFile = (
  path: string,
  content: Readable | null,
  options: { compress: boolean; mtime?: Date },
) => Promise<void>;

/** Writes a zip to a new file, one entry after another, as fast as the disk takes it. Whoever calls removes what is left when it throws. */
export const writeZip = (path: string, fill: (add: AddFile) => Promise<void>): Promise<void> =>
  sendZip(createWriteStream(path, { flags: 'wx' }), fill);

/** Writes a zip as fast as it is taken, and ends what takes it; nothing but the entry under way is in memory. When it throws, what takes it is destroyed. */
export async function sendZip(
  target: Writable,
  fill: (add: AddFile) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const broken = new AbortController();
  const written = pipeline(output, target).catch((error: unknown) => {
    broken.abort(error);
    throw error;
  });
  // Whoever takes it may go while `fill` waits for something else: it is told when it comes back, and is nobody's fault until then.
  written.catch(() => {});
  zip.on('error', (error: Error) => output.destroy(error));
  try {
    await fill(async (name, content, { mtime, ...options }) => {
      const time = mtime === undefined ? {} : { mtime };
      if (content === null) return zip.addEmptyDirectory(name, time);
      try {
        zip.addReadStream(content, name, { ...options, ...time });
        // A zip that cannot be written reads no further: what waits for the end of an entry must not wait for ever.
        await finished(content, { signal: broken.signal });
      } finally {
        content.destroy();
      }
    });
    zip.end();
  } catch (error) {
    output.destroy(error as Error);
    await written.catch(() => {});
    throw broken.signal.aborted ? broken.signal.reason : error;
  }
  await written;
}
