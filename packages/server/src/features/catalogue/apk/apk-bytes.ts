import type { FileHandle } from 'node:fs/promises';
import type { ErrorCode } from '@respa/contract/app-errors';

/** Why a file is rejected as an application. */
export type ApkErrorCode = Extract<
  ErrorCode,
  'bad_apk' | 'no_manifest' | 'unsigned_apk' | 'broken_signature'
>;
export class ApkRefused extends Error {
  readonly code: ApkErrorCode;
  constructor(code: ApkErrorCode) {
    super(code);
    this.code = code;
  }
}

/**
 * Reads exactly the given number of bytes at a position of a file. Throws the error if the file is
 * shorter.
 */
export async function readAt(
  handle: FileHandle,
  position: number,
  bytes: number,
  otherwise: ApkErrorCode = 'bad_apk',
): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  for (let read = 0; read < bytes;) {
    const { bytesRead } = await handle.read(buffer, read, bytes - read, position + read);
    if (bytesRead === 0) throw new ApkRefused(otherwise);
    read += bytesRead;
  }
  return buffer;
}

/**
 * Reads numbers and length-prefixed parts of a block one after another. Throws `broken_signature`
 * past the end.
 */
export type Reader = {
  u32(): number;
  u64(): number;
  part(bytes: number): Buffer;
  prefixed(): Buffer;
  rest(): number;
};
export function readerOf(bytes: Buffer): Reader {
  let at = 0;
  const part = (count: number): Buffer => {
    if (count < 0 || at + count > bytes.length) throw new ApkRefused('broken_signature');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const u32 = () => part(4).readUInt32LE();
  return {
    u32,
    u64: () => Number(part(8).readBigUInt64LE()),
    part,
    prefixed: () => part(u32()),
    rest: () => bytes.length - at,
  };
}
/** Returns every length-prefixed part of a block. */
export function partsOf(bytes: Buffer): Buffer[] {
  const reader = readerOf(bytes);
  const parts: Buffer[] = [];
  while (reader.rest() > 0) parts.push(reader.prefixed());
  return parts;
}
