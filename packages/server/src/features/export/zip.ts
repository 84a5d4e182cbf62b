import { createWriteStream } from 'node:fs';
import { Readable, type PassThrough } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

const CHUNK_CHARACTERS = 32 * 1024;

/** Puts one file into a zip; it has been read to its end when the promise resolves. */
export type AddFile = (path: string, content: Readable, options: { compress: boolean }) => Promise<void>;

/** Writes a zip to a new file, one entry after another, as fast as the disk takes it. Whoever calls removes what is left when it throws. */
export async function writeZip(path: string, fill: (add: AddFile) => Promise<void>): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const broken = new AbortController();
  const written = pipeline(output, createWriteStream(path, { flags: 'wx' })).catch((error: unknown) => {
    broken.abort(error);
    throw error;
  });
  zip.on('error', (error: Error) => output.destroy(error));
  try {
    await fill(async (name, content, options) => {
      try {
        zip.addReadStream(content, name, options);
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

/** A JSON array, or the one thing that there is, written as its rows come. */
export function jsonOf(rows: AsyncIterable<object>, isOne = false): Readable {
  return Readable.from(chunksOf(rows, isOne), { objectMode: false });
}
async function* chunksOf(rows: AsyncIterable<object>, isOne: boolean): AsyncGenerator<Buffer> {
  let text = isOne ? '' : '[';
  let count = 0;
  for await (const row of rows) {
    const lines = JSON.stringify(row, null, 2);
    text += isOne ? lines : `${count === 0 ? '' : ','}\n${lines.replaceAll(/^/gm, '  ')}`;
    count += 1;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}${isOne ? '' : count === 0 ? ']' : '\n]'}\n`);
}
