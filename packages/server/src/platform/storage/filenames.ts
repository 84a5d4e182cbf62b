const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
/** Marks that change the reading direction: `gnp.exe` would be shown as `exe.png`. */
const DIRECTION = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
const LONGEST = 120;

/**
 * Cleans a file name given by a user for storing and display: at most 120 characters, without
 * folders, control
 * characters and direction marks, and never empty, `.` or `..`. It is data only: no path on disk is
 * ever built from it.
 */
export function cleanFilename(input: string): string {
  const base = input.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(CONTROL, '').replace(DIRECTION, '').replace(/\s+/g, ' ').trim();
  const name = /^\.*$/.test(clean) ? 'file' : clean;
  const characters = [...name];
  if (characters.length <= LONGEST) return name;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  return characters.slice(0, LONGEST - [...extension].length).join('') + extension;
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
