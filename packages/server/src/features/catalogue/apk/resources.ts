import { readStrings, STRING_POOL, VALUE } from './axml.ts';

// frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h
const [TABLE, PACKAGE, TYPE] = [0x0002, 0x0200, 0x0201];
const FLAGS = { sparse: 0x01, shortOffsets: 0x02 };
const ENTRY = { complex: 0x0001, compact: 0x0008 };
const [NO_ENTRY, NO_SHORT_ENTRY] = [0xffffffff, 0xffff];
/** A reference may lead to another; a circle ends here. */
const MOST_STEPS = 16;

type Chunk = { kind: number; head: number; bytes: Buffer };
type Value = { type: number; data: number };

/** Returns the chunks of a part of a table in order. Throws `RangeError` if one does not fit. */
function chunksIn(bytes: Buffer, from: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = from; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (size < 8 || at + size > bytes.length) throw new RangeError('a chunk past its end');
    chunks.push({
      kind: bytes.readUInt16LE(at),
      head: bytes.readUInt16LE(at + 2),
      bytes: bytes.subarray(at, at + size),
    });
    at += size;
  }
  return chunks;
}

/**
 * Returns the text or the number that a reference stands for in a `resources.arsc`, in the default
 * configuration if there are several; null if it stands for neither or the table is damaged.
 */
export function resolveReference(bytes: Buffer, reference: number): string | number | null {
  try {
    if (bytes.length < 12 || bytes.readUInt16LE(0) !== TABLE) return null;
    const chunks = chunksIn(bytes, bytes.readUInt16LE(2));
    let wanted = reference;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const value = findValue(chunks, wanted);
      if (value === null) return null;
      if (value.type === VALUE.decimal || value.type === VALUE.hex) return value.data;
      if (value.type === VALUE.string) {
        const pool = chunks.find(({ kind }) => kind === STRING_POOL);
        return pool === undefined ? null : (readStrings(pool.bytes)[value.data] ?? null);
      }
      if (value.type !== VALUE.reference) return null;
      wanted = value.data;
    }
    return null;
  } catch {
    return null;
  }
}

/** A reference consists of a package (8 bits), a type (8 bits) and an entry (16 bits). */
function findValue(table: readonly Chunk[], reference: number): Value | null {
  const [packageId, typeId, entry] = [
    reference >>> 24,
    (reference >>> 16) & 0xff,
    reference & 0xffff,
  ];
  let found: Value | null = null;
  for (const { bytes, head } of table.filter(
    (chunk) => chunk.kind === PACKAGE && chunk.bytes.readUInt32LE(8) === packageId,
  ))
    for (const type of chunksIn(bytes, head)) {
      if (type.kind !== TYPE || type.bytes.readUInt8(8) !== typeId) continue;
      const value = readEntry(type, entry);
      if (value !== null && isDefault(type)) return value;
      found ??= value;
    }
  return found;
}

/** The configuration stands at the end of the header; all zeros suits every device. */
function isDefault({ bytes, head }: Chunk): boolean {
  const size = bytes.readUInt32LE(20);
  return bytes.subarray(24, Math.min(20 + size, head)).every((byte) => byte === 0);
}

function readEntry({ bytes, head }: Chunk, entry: number): Value | null {
  const offset = offsetOf(bytes, head, entry);
  if (offset === null) return null;
  const at = bytes.readUInt32LE(16) + offset;
  const flags = bytes.readUInt16LE(at + 2);
  if ((flags & ENTRY.compact) !== 0) return { type: flags >>> 8, data: bytes.readUInt32LE(at + 4) };
  if ((flags & ENTRY.complex) !== 0) return null;
  const value = at + bytes.readUInt16LE(at);
  return { type: bytes.readUInt8(value + 3), data: bytes.readUInt32LE(value + 4) };
}

function offsetOf(bytes: Buffer, head: number, entry: number): number | null {
  const [flags, count] = [bytes.readUInt8(9), bytes.readUInt32LE(12)];
  if ((flags & FLAGS.sparse) !== 0) {
    for (let index = 0; index < count; index += 1)
      if (bytes.readUInt16LE(head + 4 * index) === entry)
        return bytes.readUInt16LE(head + 4 * index + 2) * 4;
    return null;
  }
  if (entry >= count) return null;
  if ((flags & FLAGS.shortOffsets) !== 0) {
    const short = bytes.readUInt16LE(head + 2 * entry);
    return short === NO_SHORT_ENTRY ? null : short * 4;
  }
  const offset = bytes.readUInt32LE(head + 4 * entry);
  return offset === NO_ENTRY ? null : offset;
}
