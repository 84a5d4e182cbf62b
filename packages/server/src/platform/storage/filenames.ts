import { firstCharacters, isLonger } from '@respa/contract/characters';
import { cleanLine } from '@respa/contract/clean-text';

const LONGEST = 120;

/**
 * Cleans a file name given by a user for storing and display: at most 120 characters, without
 * folders, control and invisible characters and direction marks (`gnp.exe` would be shown as
 * `exe.png`), and never empty, `.` or `..`. It is data only: no path on disk is ever built from it.
 */
export function cleanFilename(input: string): string {
  const clean = cleanLine(input.toWellFormed().split(/[/\\]/).at(-1) ?? '');
  const name = /^\.*$/.test(clean) ? 'file' : clean;
  if (!isLonger(name, LONGEST)) return name;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length);
  return firstCharacters(stem, LONGEST - [...extension].length) + extension;
}

/**
 * Returns the header that makes a browser save a file under a name; the plain name is for clients
 * that read no other (RFC 6266, RFC 5987).
 */
export function attachmentAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
