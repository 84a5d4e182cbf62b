import { appError } from '@respa/contract/app-errors';

const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
/** A short text over and over: '88888888', '12341234', 'adminadmin'. */
const REPEATED = /^(.{1,5})\1+$/u;

let common: Promise<ReadonlySet<string>> | undefined;
/** Loads the common passwords with the first new password: most runs of a server need none. */
const loadCommon = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));

/** Returns what the same keys type in the Latin layout: 'йцукенгш' → 'qwertyui'. */
const inLatin = (text: string): string =>
  Array.from(text, (character) => LATIN[CYRILLIC.indexOf(character)] ?? character).join('');
/** Returns whether each character follows the one before: 'abcdefgh', '87654321'. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  const step = codes.length < 2 ? 0 : codes[1]! - codes[0]!;
  return (
    Math.abs(step) === 1 &&
    codes.every((code, index) => index === 0 || code - codes[index - 1]! === step)
  );
}

/**
 * Returns whether a password is among the first that anyone would try: one of about 49,000 common
 * ones in either keyboard layout, a repetition or a sequence, or the member's own address.
 */
export async function isSimplePassword(password: string, email: string): Promise<boolean> {
  const typed = password.normalize('NFC').toLowerCase().trim();
  const address = email.toLowerCase();
  const local = address.slice(0, address.lastIndexOf('@'));
  if ([address, local, local.replace(/\+.*/, '')].includes(typed)) return true;
  if (REPEATED.test(typed) || isSequence(typed)) return true;
  const known = await loadCommon();
  return known.has(typed) || known.has(inLatin(typed));
}
/** Throws `simple_password` at the given field. */
export async function assertNotSimple(
  password: string,
  email: string,
  field: 'password' | 'newPassword' = 'password',
): Promise<void> {
  if (await isSimplePassword(password, email))
    throw appError('simple_password', { fields: { [field]: 'Слишком простой пароль' } });
}
