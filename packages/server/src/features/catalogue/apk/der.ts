import { ApkRefused } from './apk-bytes.ts';

/** An ASN.1 value in its only encoding (DER): its tag, its content, and the whole encoding. */
export type Der = { tag: number; content: Buffer; whole: Buffer };

/**
 * Returns the consecutive values in some bytes. Throws `broken_signature` for one that is truncated
 * or has no length.
 */
export function readDer(bytes: Buffer): Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length;) {
    const one = readOne(bytes, at);
    values.push(one);
    at += one.whole.length;
  }
  return values;
}
function readOne(bytes: Buffer, start: number): Der {
  const [tag, short] = [bytes[start], bytes[start + 1]];
  if (tag === undefined || short === undefined || short === 0x80 || short > 0x84)
    throw new ApkRefused('broken_signature');
  const extra = short < 0x80 ? 0 : short - 0x80;
  const from = start + 2 + extra;
  if (from > bytes.length) throw new ApkRefused('broken_signature');
  const length = extra === 0 ? short : bytes.readUIntBE(start + 2, extra);
  if (from + length > bytes.length) throw new ApkRefused('broken_signature');
  return {
    tag,
    content: bytes.subarray(from, from + length),
    whole: bytes.subarray(start, from + length),
  };
}
