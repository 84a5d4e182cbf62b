/** Names of files that hold text in an encoding that cannot be told from bytes. */
const TEXT_NAMES = /\.(?:txt|log|ini|cfg|conf|csv|md|srt|json|xml|html?|js|css|bat|sh|nfo|lua)$/i;
/** Signs that no text holds: all controls but tab, line ends, form feed and escape. */
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;

function decodeMarked(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return new TextDecoder('utf-16le').decode(bytes, { stream: true });
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return new TextDecoder('utf-16be').decode(bytes, { stream: true });
  return null;
}
/** Null where it is no UTF-8. A letter that is cut at the end does not count. */
function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** The beginning of a text in its true encoding: what its mark says, UTF-8 where it is that, else windows-1251. */
export const decodeText = (bytes: Buffer): string =>
  (
    decodeMarked(bytes) ??
    decodeUtf8(bytes) ??
    new TextDecoder('windows-1251').decode(bytes)
  ).replaceAll('\0', '\ufffd');

/** Whether the beginning of a file is text. Bytes that are no UTF-8 are believed only by a name of a text. */
export function isText(head: Buffer, filename: string): boolean {
  const named = TEXT_NAMES.test(filename);
  if (head.length === 0) return named;
  const marked = decodeMarked(head);
  if (marked !== null) return !CONTROLS.test(marked);
  const text = decodeUtf8(head);
  if (text !== null) return !CONTROLS.test(text);
  return named && !CONTROLS.test(head.toString('latin1'));
}
