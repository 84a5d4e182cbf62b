import { CLOUD } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';

const FORBIDDEN = /[/\\\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u;
/** A name of only spaces and joiners would be invisible. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Reads a name of a folder or a file. Throws `empty_name`, `bad_name` (path separators, marks that
 * change the reading direction, `..`, over 120 characters).
 */
export function readName(input: string | undefined): string {
  const name = (input ?? '').normalize('NFC').trim();
  if (name === '') throw appError('empty_name');
  if (
    [...name].length > CLOUD.name ||
    FORBIDDEN.test(name) ||
    !VISIBLE.test(name) ||
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
    const candidate = [...stem].slice(0, CLOUD.name - [...tail].length).join('') + tail;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
