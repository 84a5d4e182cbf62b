import { ApkRefused } from './apk-bytes.ts';

/**
 * An element of a binary XML with its attributes, by their names without a namespace; attributes
 * that refer to a resource are in `references`.
 */
export type Element = {
  name: string;
  attributes: ReadonlyMap<string, string | number>;
  references: ReadonlyMap<string, number>;
};

// frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h
export const STRING_POOL = 0x0001;
const [XML, START_ELEMENT, RESOURCE_MAP] = [0x0003, 0x0102, 0x0180];
const UTF8 = 1 << 8;
/** The types of a value. */
export const VALUE = { reference: 0x01, string: 0x03, decimal: 0x10, hex: 0x11 } as const;
const ATTRIBUTE_BYTES = 20;
const MOST_STRINGS = 200_000;
/**
 * Tools that shrink a file remove the names of the system's own attributes, but their numbers
 * remain.
 */
const RESOURCE_NAMES: Readonly<Record<number, string>> = {
  0x01010003: 'name',
  0x0101020c: 'minSdkVersion',
  0x0101021b: 'versionCode',
  0x0101021c: 'versionName',
  0x01010270: 'targetSdkVersion',
  0x01010576: 'versionCodeMajor',
};

/**
 * Returns the elements of a binary AndroidManifest.xml in order. Throws `no_manifest` if it is not
 * one.
 */
export function readElements(bytes: Buffer): Element[] {
  try {
    return walk(bytes);
  } catch (error) {
    // Offsets that point outside the file.
    if (error instanceof RangeError) throw new ApkRefused('no_manifest');
    throw error;
  }
}

function walk(bytes: Buffer): Element[] {
  if (bytes.length < 8 || bytes.readUInt16LE(0) !== XML || bytes.readUInt32LE(4) > bytes.length)
    throw new ApkRefused('no_manifest');
  const end = bytes.readUInt32LE(4);
  let strings: string[] = [];
  let resources: number[] = [];
  const elements: Element[] = [];
  for (let at = bytes.readUInt16LE(2); at + 8 <= end;) {
    const [kind, head, size] = [
      bytes.readUInt16LE(at),
      bytes.readUInt16LE(at + 2),
      bytes.readUInt32LE(at + 4),
    ];
    if (size < 8 || head > size || at + size > end) throw new ApkRefused('no_manifest');
    const chunk = bytes.subarray(at, at + size);
    if (kind === STRING_POOL) strings = readStrings(chunk);
    else if (kind === RESOURCE_MAP)
      resources = Array.from({ length: (size - head) >> 2 }, (_, index) =>
        chunk.readUInt32LE(head + 4 * index),
      );
    else if (kind === START_ELEMENT) elements.push(readElement(chunk, head, strings, resources));
    at += size;
  }
  return elements;
}

function readElement(chunk: Buffer, head: number, strings: string[], resources: number[]): Element {
  const name = strings[chunk.readUInt32LE(head + 4)];
  if (name === undefined) throw new ApkRefused('no_manifest');
  const first = head + chunk.readUInt16LE(head + 8);
  const [step, count] = [chunk.readUInt16LE(head + 10), chunk.readUInt16LE(head + 12)];
  if (step < ATTRIBUTE_BYTES && count > 0) throw new ApkRefused('no_manifest');
  const attributes = new Map<string, string | number>();
  const references = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const at = first + index * step;
    const named = chunk.readUInt32LE(at + 4);
    const key = RESOURCE_NAMES[resources[named] ?? 0] ?? strings[named] ?? '';
    const [kind, data] = [chunk.readUInt8(at + 15), chunk.readUInt32LE(at + 16)];
    if (kind === VALUE.string) attributes.set(key, strings[data] ?? '');
    else if (kind === VALUE.decimal || kind === VALUE.hex) attributes.set(key, data);
    else if (kind === VALUE.reference) references.set(key, data);
    // A number with a point or a truth value: its text in the source, if the tool kept it.
    else attributes.set(key, strings[chunk.readUInt32LE(at + 8)] ?? '');
  }
  return { name, attributes, references };
}

/** Returns the strings of a pool. Throws `RangeError` if one lies outside of it. */
export function readStrings(chunk: Buffer): string[] {
  const count = chunk.readUInt32LE(8);
  const isUtf8 = (chunk.readUInt32LE(16) & UTF8) !== 0;
  const start = chunk.readUInt32LE(20);
  if (count > MOST_STRINGS) throw new ApkRefused('no_manifest');
  const offsets = chunk.readUInt16LE(2);
  return Array.from({ length: count }, (_, index) => {
    const at = start + chunk.readUInt32LE(offsets + 4 * index);
    return isUtf8 ? readUtf8(chunk, at) : readUtf16(chunk, at);
  });
}
/** Reads a length of one or two bytes; the second follows if the first has its highest bit set. */
const lengthAt = (chunk: Buffer, at: number): [length: number, bytes: number] => {
  const first = chunk.readUInt8(at);
  return (first & 0x80) === 0 ? [first, 1] : [((first & 0x7f) << 8) | chunk.readUInt8(at + 1), 2];
};
function readUtf8(chunk: Buffer, at: number): string {
  const characters = lengthAt(chunk, at)[1];
  const [bytes, width] = lengthAt(chunk, at + characters);
  return textOf(chunk, at + characters + width, bytes, 'utf8');
}
function readUtf16(chunk: Buffer, at: number): string {
  const first = chunk.readUInt16LE(at);
  const isLong = (first & 0x8000) !== 0;
  const characters = isLong ? ((first & 0x7fff) << 16) | chunk.readUInt16LE(at + 2) : first;
  return textOf(chunk, at + (isLong ? 4 : 2), characters * 2, 'utf16le');
}
function textOf(chunk: Buffer, from: number, bytes: number, encoding: 'utf8' | 'utf16le'): string {
  if (from + bytes > chunk.length) throw new RangeError('a string past its end');
  return chunk.toString(encoding, from, from + bytes);
}
