import { Readable } from 'node:stream';
import { StoreAway } from './storage.ts';

/**
 * The same bytes; a store that is silent for so long, in milliseconds, while somebody waits for them ends the stream with `StoreAway`, and so does a connection that breaks.
 * How long the reader takes does not count: films are paused.
 */
export function patiently(body: Readable, silenceMs: number): Readable {
  const away = (why: string, cause?: unknown) => new StoreAway(`S3: ${why}`, { cause });
  async function* parts(): AsyncGenerator<Buffer> {
    const wait = () => setTimeout(() => body.destroy(away('silence')), silenceMs);
    let timer = wait();
    try {
      for await (const part of body) {
        clearTimeout(timer);
        yield part as Buffer;
        timer = wait();
      }
    } catch (error) {
      throw error instanceof StoreAway ? error : away('the connection broke', error);
    } finally {
      clearTimeout(timer);
    }
  }
  // A stream that ends before anybody read of it never entered the generator.
  return Readable.from(parts(), { objectMode: false, highWaterMark: 256 * 1024 }).once(
    'close',
    () => body.destroy(),
  );
}
