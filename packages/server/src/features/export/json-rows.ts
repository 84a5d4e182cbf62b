import { Readable } from 'node:stream';

const CHUNK_CHARACTERS = 32 * 1024;

/** Writes a JSON array, or the single object, while its rows arrive. */
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
