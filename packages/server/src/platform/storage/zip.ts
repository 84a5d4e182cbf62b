import { createWriteStream } from 'node:fs';
import type { PassThrough, Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { createPortablePaths } from './zip-names.ts';

/**
 * Adds one file to a zip, or an empty folder if there is no content; the content has been read to
 * its end when the promise resolves. The path is made safe for every system.
 */
export type AddFile = (
  path: string,
  content: Readable | null,
  options: { compress: boolean; mtime?: Date },
) => Promise<void>;

/**
 * Writes a zip to a new file, one entry after another, as fast as the disk takes it. The caller
 * removes what is left when it throws.
 */
export const writeZip = (path: string, fill: (add: AddFile) => Promise<void>): Promise<void> =>
  sendZip(createWriteStream(path, { flags: 'wx' }), fill);

/**
 * Writes a zip as fast as the target takes it, and ends the target; only the current entry is in
 * memory. Destroys the target when it throws.
 */
export async function sendZip(
  target: Writable,
  fill: (add: AddFile) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile();
  const portable = createPortablePaths();
  const output = zip.outputStream as PassThrough;
  const broken = new AbortController();
  const written = pipeline(output, target).catch((error: unknown) => {
    broken.abort(error);
    throw error;
  });
  // The target may close while `fill` waits for something else. `fill` gets the error when it
  // resumes; until then it is not an unhandled rejection.
  written.catch(() => {});
  zip.on('error', (error: Error) => output.destroy(error));
  try {
    await fill(async (path, content, { mtime, ...options }) => {
      const time = mtime === undefined ? {} : { mtime };
      if (content === null) return zip.addEmptyDirectory(portable(path), time);
      try {
        zip.addReadStream(content, portable(path), { ...options, ...time });
        // A zip that cannot be written reads no further: waiting for the end of an entry must not
        // last for ever.
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
