import { detectEncoding } from './encoding.ts';

/** Extensions of text files whose encoding cannot be told from their bytes. */
const TEXT_NAMES =
  /\.(?:txt|log|ini|cfg|conf|csv|md|srt|json|xml|html?|js|css|bat|sh|nfo|lua|reg)$/i;
/** All control characters but NUL, tab, line ends, form feed and escape. */
const CONTROLS = /[\u0001-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g;
/**
 * The largest share of them in a text: bells, backspaces of a progress bar, colours of a chat's log
 * and the end mark of DOS. Random bytes have a tenth.
 */
const CONTROLS_SHARE = 0.08;
/**
 * Damaged bytes, and the NULs that a program leaves in its log when it is killed while it writes.
 */
const DAMAGE = /[\0\ufffd]+/g;

/**
 * Returns the beginning of a text in its actual encoding: by the byte order mark; UTF-8, also with
 * a few damaged bytes; UTF-16; else the Cyrillic encoding that fits best. A character cut at the
 * end is omitted; each damaged place becomes one replacement character.
 */
export const decodeText = (bytes: Buffer): string =>
  new TextDecoder(detectEncoding(bytes).encoding)
    .decode(bytes, { stream: true })
    .replace(DAMAGE, '\ufffd');

/**
 * Returns whether the beginning of a file is text. Bytes that are not UTF-8 and bytes with control
 * characters count as text only with a text file's name.
 */
export function isText(head: Buffer, filename: string): boolean {
  const isNamed = TEXT_NAMES.test(filename);
  if (head.length === 0) return isNamed;
  const { encoding, isCertain } = detectEncoding(head);
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  const controls = text.match(CONTROLS)?.length ?? 0;
  if (isNamed) return controls <= text.length * CONTROLS_SHARE;
  return isCertain && controls === 0 && !text.includes('\0');
}
