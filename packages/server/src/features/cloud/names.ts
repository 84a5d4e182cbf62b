import { firstCharacters, isLonger } from '@respa/contract/characters';
import { cleanLine } from '@respa/contract/clean-text';
import { CLOUD } from '@respa/contract/limits';
import { appError, ERROR_CATALOGUE } from '@respa/contract/app-errors';

const FORBIDDEN = /[/\\\p{Cc}]/u;

/**
 * Returns the name of a folder or a file as it is stored, without its invisible characters and
 * marks that change the reading direction. Throws `empty_name`, `bad_name` (path separators,
 * control characters, `..`, over 120 characters). `empty` is the sentence for an empty name.
 */
export function readName(
  input: string | undefined,
  empty: string = ERROR_CATALOGUE.empty_name.text,
): string {
  const given = input ?? '';
  const name = cleanLine(given);
  if (name === '' && !/\p{Cc}/u.test(given)) throw appError('empty_name', { text: empty });
  if (
    FORBIDDEN.test(given) ||
    isLonger(name, CLOUD.name) ||
    name === '.' ||
    name === '..' ||
    !name.isWellFormed()
  )
    throw appError('bad_name');
  return name;
}

const NUMBERED = /^(.*) \((\d{1,6})\)$/su;
/**
 * Returns the part before the extension, and the extension with its dot; a name whose only dot is
 * at the start has none.
 */
export function splitName(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 || !/^\.[\p{L}\p{N}_]{1,10}$/u.test(name.slice(dot))
    ? [name, '']
    : [name.slice(0, dot), name.slice(dot)];
}
/** Returns the extension of a name in lower case, without its dot. */
export const extensionOf = (name: string): string => splitName(name)[1].slice(1).toLowerCase();

/**
 * Returns the name itself if it is free, otherwise `имя (2).ext`, `имя (3).ext` … within the length
 * limit. `taken` are names in lower case.
 */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  const [whole, extension] = splitName(name);
  const stem = NUMBERED.exec(whole)?.[1] ?? whole;
  for (let number = 2; ; number += 1) {
    const tail = ` (${number})${extension}`;
    const candidate = firstCharacters(stem, CLOUD.name - [...tail].length) + tail;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
