import { firstCharacters } from '@respa/contract/characters';
import { withoutInvisible } from '@respa/contract/clean-text';

/**
 * Characters that Windows forbids in a file name, control characters, and the backslash, which some
 * unpackers read as a separator (learn.microsoft.com: Naming Files, Paths, and Namespaces).
 */
const FORBIDDEN = /[<>:"|?*\\\u0000-\u001f\u007f]/g;
/** Windows drops dots and spaces at the end of a name. */
const DROPPED_END = /[. ]+$/;
/** Device names, which Windows reserves with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i;
/** Bytes of a name in UTF-8 that file systems take, less the number of a name that repeats. */
const MOST_BYTES = 240;

/**
 * Returns a name that every system can unpack, as similar to the given one as possible. Marks that
 * change the reading direction would show `gnp.exe` as `exe.png`.
 */
export function portableName(name: string): string {
  const safe = withoutInvisible(name.toWellFormed())
    .replace(FORBIDDEN, '_')
    .replace(DROPPED_END, (end) => '_'.repeat(end.length));
  return shorten(DEVICE.test(safe) || safe === '' ? `_${safe}` : safe);
}

/** Shortens a name that is too long for file systems, never inside a character; its extension stays. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  const most = MOST_BYTES - Buffer.byteLength(extension);
  const whole = name.slice(0, name.length - extension.length);
  let stem = firstCharacters(whole, most);
  for (let length = [...stem].length; Buffer.byteLength(stem) > most; length -= 1)
    stem = firstCharacters(whole, length - 1);
  return stem + extension;
}

/**
 * Returns a function that turns the paths of one archive into paths that every system can unpack. A
 * trailing slash marks a folder. The same folder always gets the same path; if two names of a
 * folder become equal, also in a different case, the later one gets a number: `имя (2).txt`.
 */
export function createPortablePaths(): (path: string) => string {
  const folders = new Map([['', '']]);
  const taken = new Set<string>();
  const take = (folder: string, name: string): string => {
    const safe = portableName(name);
    const dot = safe.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    for (let count = 1; ; count += 1) {
      const path = `${folder}${count === 1 ? safe : `${stem} (${count})${extension}`}`;
      const key = path.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
  const folderPath = (path: string): string => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const parts = path.slice(0, -1).split('/');
    const name = parts.pop() ?? '';
    const parent = parts.map((part) => `${part}/`).join('');
    const made = `${take(folderPath(parent), name)}/`;
    folders.set(path, made);
    return made;
  };
  return (path) => {
    const cut = path.lastIndexOf('/') + 1;
    return cut === path.length
      ? folderPath(path)
      : take(folderPath(path.slice(0, cut)), path.slice(cut));
  };
}
