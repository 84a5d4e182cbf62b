import type { Readable } from 'node:stream';

/**
 * Reads a whole stream, or returns null if it is longer than the limit: the size that a source
 * declares is not trusted.
 */
export async function readAtMost(stream: Readable, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      stream.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
