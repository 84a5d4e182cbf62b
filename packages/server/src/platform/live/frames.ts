/**
 * A piece of a response as sent over the connection: in its own chunk, built once for all readers,
 * or bare for HTTP/1.0 readers.
 */
export type Frame = { chunk: Buffer; bare: Buffer };

/** Returns the frame of a text. Both forms share one buffer. */
export function frameOf(text: string): Frame {
  const size = Buffer.byteLength(text);
  const head = `${size.toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  return { chunk, bare: chunk.subarray(head.length, head.length + size) };
}
/** A comment that keeps proxies from closing an idle stream. */
export const HEARTBEAT = frameOf(': \n\n');
