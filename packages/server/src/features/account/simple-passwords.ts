import { dictionary } from '@zxcvbn-ts/language-common';
import { appError, ERROR_CATALOGUE } from '@respa/contract/app-errors';

/** The list is ordered by how often a password occurs in leaks, and is in lower case. */
const COMMON = new Set(dictionary['passwords-common'].slice(0, 10_000));
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';
/** Returns what the same keys type in the Latin layout: `йцукен` → `qwerty`. */
const onLatinKeys = (password: string): string =>
  password.replace(/[а-яё]/g, (letter) => LATIN_KEYS[RUSSIAN_KEYS.indexOf(letter)]!);

/**
 * Throws `simple_password` for one of the 10,000 most common passwords, also if it was typed in the
 * Russian layout, and for the member's own e-mail address or its local part. `field` is the name of
 * the input.
 */
export function refuseSimple(
  password: string,
  email: string,
  field: 'password' | 'newPassword' = 'password',
): void {
  const typed = password.normalize('NFC').toLowerCase();
  const local = email.slice(0, email.lastIndexOf('@'));
  if (
    COMMON.has(typed) ||
    COMMON.has(onLatinKeys(typed)) ||
    [email, local, local.replace(/\+.*/, '')].includes(typed)
  )
    throw appError('simple_password', {
      fields: { [field]: ERROR_CATALOGUE.simple_password.text },
    });
}
