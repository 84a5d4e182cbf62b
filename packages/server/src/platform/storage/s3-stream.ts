import { Readable } from 'node:stream';
import { StoreAway } from './storage.ts';

/**
 * Passes the bytes through. If the store is silent for this many milliseconds while a reader waits,
 * or if the connection breaks, the stream ends with `StoreAway`.
 * The reader's own time does not count, because videos are paused.
 */
export function withSilenceTimeout(body: Readable, silenceMs: number): Readable {
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
  // A stream that ends before anything was read from it never entered the generator.
  return Readable.from(parts(), { objectMode: false, highWaterMark: 256 * 1024 }).once(
    'close',
    () => body.destroy(),
  );
}
