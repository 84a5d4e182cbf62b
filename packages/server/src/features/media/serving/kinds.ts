import { open } from 'node:fs/promises';
import { openZipParts } from '../documents/zip-parts.ts';
import { RTF_START } from '../documents/rtf.ts';
import { isText } from '../documents/text.ts';
import { isTransportStream } from '../videos/transport-stream.ts';

/** The kind of a file by its content: a short type name, and the extension for its stored name. */
export type Kind = { type: string; extension: string };

const HEAD_BYTES = 64 * 1024;
const same = (type: string): Kind => ({ type, extension: type });
const UNKNOWN: Kind = { type: 'file', extension: 'bin' };

/**
 * Detects the kind of a file. The name decides only between texts and unknown bytes that look
 * alike. Content sniffing is no proof; the decoder is the final check.
 */
export async function findKind(path: string, filename: string): Promise<Kind> {
  const head = await readHead(path);
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') return same(await findZipKind(path));
  if (head.length >= 4 && head.readUInt32BE(0) === 0xd0cf11e0) return findOleKind(path, head);
  const isReadable = isText(head, filename);
  return (
    findPlainKind(head) ?? findHeader(head, isReadable) ?? (isReadable ? same('txt') : UNKNOWN)
  );
}

async function readHead(path: string, bytes = HEAD_BYTES, position = 0): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await handle.read(buffer, 0, bytes, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const GLYPHS: readonly (readonly [offset: number, sign: string, type: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'png'],
  [0, '\xff\xd8\xff', 'jpg'],
  [0, 'GIF87a', 'gif'],
  [0, 'GIF89a', 'gif'],
  [8, 'WEBP', 'webp'],
  [0, 'BM', 'bmp'],
  [8, 'AVI ', 'avi'],
  [8, 'WAVE', 'wav'],
  [0, 'ID3', 'mp3'],
  [0, 'OggS', 'ogg'],
  [0, 'fLaC', 'flac'],
  [0, 'FLV\x01', 'flv'],
  [0, 'Rar!\x1a\x07', 'rar'],
  [0, '7z\xbc\xaf\x27\x1c', '7z'],
  [0, '\x1f\x8b\x08', 'gz'],
  [0, 'PK\x05\x06', 'zip'],
];

/** What an MP4 begins with when it does not say so. The others are words, so their size counts. */
const UNNAMED_MP4 = /^(?:.{4}(?:moov|mdat|wide|pnot)|\0.{3}(?:free|skip|uuid|styp|sidx))/s;

/** Readers look for these headers in the first kilobyte (ISO 32000-1, Annex H). */
const HEADERS: readonly (readonly [header: RegExp, type: string])[] = [
  [/%(?:PDF-\d\.\d|!PS-Adobe-\d\.\d PDF-\d\.\d)/, 'pdf'],
  [RTF_START, 'rtf'],
];
const HEADER_BYTES = 1024;
/** What stands before a header that a text does not only mention. */
const BEFORE_HEADER = /(?:^|[\r\n\0])(?:\xef\xbb\xbf)?[\0 \t]*$/;
/** Returns the kind of a document that may begin behind something else, or null. */
function findHeader(head: Buffer, isReadable: boolean): Kind | null {
  const beginning = head.toString('latin1', 0, HEADER_BYTES);
  for (const [header, type] of HEADERS) {
    const at = beginning.search(header);
    if (at === -1) continue;
    if (BEFORE_HEADER.test(beginning.slice(0, at)) || !isReadable) return same(type);
  }
  return null;
}

function findPlainKind(head: Buffer): Kind | null {
  const text = head.toString('latin1', 0, 64);
  const riff = text.startsWith('RIFF');
  for (const [offset, sign, type] of GLYPHS) {
    if (!text.startsWith(sign, offset) || (offset === 8 && !riff)) continue;
    // A two-letter signature also matches the start of many texts, so a bitmap's length field is
    // checked too.
    if (type === 'bmp' && (head.length < 26 || head.readUInt32LE(6) !== 0)) continue;
    return same(type);
  }
  if (text.startsWith('ftyp', 4)) {
    const brand = text.slice(8, 12);
    if (brand === 'M4A ') return same('m4a');
    if (brand === 'qt  ') return same('mov');
    const isGeneral = /^(?:mif1|msf1|miaf)/.test(brand);
    if (/^avi[fos]/.test(brand) || (isGeneral && text.includes('avif'))) return same('avif');
    return isGeneral || /^he(?:i[cxms]|v[cxms])/.test(brand) ? same('heic') : same('mp4');
  }
  // QuickTime's first files have no `ftyp`; neither have recordings of some cameras.
  if (UNNAMED_MP4.test(text)) return same('mov');
  if (isTransportStream(head)) return same('ts');
  if (text.startsWith('\x1a\x45\xdf\xa3'))
    return same(head.toString('latin1', 0, 256).includes('webm') ? 'webm' : 'mkv');
  // An MPEG frame: eleven bits set, layer 3, a valid bit rate and a valid sample rate.
  if (
    head.length > 3 &&
    head[0] === 0xff &&
    (head[1]! & 0xe6) === 0xe2 &&
    (head[2]! & 0xf0) !== 0xf0 &&
    (head[2]! & 0x0c) !== 0x0c
  )
    return same('mp3');
  return null;
}

const PARTS: Readonly<Record<string, string>> = {
  'word/document.xml': 'docx',
  'xl/workbook.xml': 'xlsx',
  'ppt/presentation.xml': 'pptx',
  'AndroidManifest.xml': 'apk',
};

/** The types of main parts, wherever they lie in the archive. */
const MAIN_PARTS: readonly (readonly [content: RegExp, type: string])[] = [
  [/(?:wordprocessingml|ms-word)\.(?:document|template)[\w.]*\.main\+xml/, 'docx'],
  [/(?:spreadsheetml|ms-excel)\.(?:sheet|template)[\w.]*\.main\+xml/, 'xlsx'],
  [
    /(?:presentationml|ms-powerpoint)\.(?:presentation|slideshow|template)[\w.]*\.main\+xml/,
    'pptx',
  ],
];

/** Returns the type of a zip by its parts; a broken one is still a zip. */
async function findZipKind(path: string): Promise<string> {
  try {
    const parts = await openZipParts(path);
    try {
      const known = Object.entries(PARTS).find(([name]) => parts.has(name));
      if (known !== undefined) return known[1];
      const types = (await parts.readList('[Content_Types].xml')) ?? '';
      return MAIN_PARTS.find(([content]) => content.test(types))?.[1] ?? 'zip';
    } finally {
      parts.close();
    }
  } catch {
    // An unreadable archive is kept unchanged.
  }
  return 'zip';
}

const STREAMS: readonly (readonly [name: string, type: string])[] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
];
/**
 * The old office formats list their streams in a directory whose first sector the header points to.
 */
async function findOleKind(path: string, head: Buffer): Promise<Kind> {
  if (head.length < 512) return UNKNOWN;
  const sector = 1 << Math.min(head.readUInt16LE(0x1e), 12);
  const directory = await readHead(path, 4 * sector, (head.readUInt32LE(0x30) + 1) * sector);
  const found = STREAMS.find(([name]) => directory.includes(Buffer.from(`${name}\0`, 'utf16le')));
  return found === undefined ? UNKNOWN : same(found[1]);
}
