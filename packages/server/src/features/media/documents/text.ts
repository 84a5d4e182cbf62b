/** Extensions of text files whose encoding cannot be told from their bytes. */
const TEXT_NAMES = /\.(?:txt|log|ini|cfg|conf|csv|md|srt|json|xml|html?|js|css|bat|sh|nfo|lua)$/i;
/**
 * Characters that no text contains: all control characters but tab, line ends, form feed and
 * escape.
 */
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;

function decodeMarked(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return new TextDecoder('utf-16le').decode(bytes, { stream: true });
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return new TextDecoder('utf-16be').decode(bytes, { stream: true });
  return null;
}
/** Returns null if the bytes are not UTF-8. A character cut at the end does not count. */
function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/**
 * Returns the beginning of a text in its actual encoding: by the byte order mark, UTF-8 if valid,
 * else windows-1251.
 */
export const decodeText = (bytes: Buffer): string =>
  (
    decodeMarked(bytes) ??
    decodeUtf8(bytes) ??
    new TextDecoder('windows-1251').decode(bytes)
  ).replaceAll('\0', '\ufffd');

/**
 * Returns whether the beginning of a file is text. Bytes that are not UTF-8 count as text only with
 * a text file's name.
 */
export function isText(head: Buffer, filename: string): boolean {
  const named = TEXT_NAMES.test(filename);
  if (head.length === 0) return named;
  const marked = decodeMarked(head);
  if (marked !== null) return !CONTROLS.test(marked);
  const text = decodeUtf8(head);
  if (text !== null) return !CONTROLS.test(text);
  return named && !CONTROLS.test(head.toString('latin1'));
}
