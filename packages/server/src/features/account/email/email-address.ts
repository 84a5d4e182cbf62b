import { appError } from '@respa/contract/app-errors';
import { cleanLine } from '@respa/contract/clean-text';
import { LENGTHS } from '@respa/contract/limits';
import { isPlainDomain, toAsciiDomain } from './email-domains.ts';

/**
 * RFC 5321: a local part of dot-separated atoms, at most 64 octets. Refused are quoted strings,
 * routes through another server (`%`, `!`), pipes (`|`) and encoded words (`=?`), which some mail
 * software takes for another address.
 */
const LOCAL = /^(?=.{1,64}$)(?!.*=\?)[a-z0-9#$&'*+/=?^_`{}~-]+(?:\.[a-z0-9#$&'*+/=?^_`{}~-]+)*$/;
/** RFC 1123: labels of 1 to 63 letters, digits and inner hyphens; at least two of them. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const NUMERIC_END = /\.\d+$/;
/** A character that normalisation turns into English letters, digits or the signs of an address. */
const becomesEnglish = (character: string): boolean =>
  character > '\u007f' && /[a-z0-9.@]/i.test(character.normalize('NFKC'));

/**
 * Returns an address in the form that is stored and compared, without checking it: trimmed, without
 * invisible characters, in lower case, with its domain in ASCII form.
 */
export function normalizeEmail(input: string): string {
  const typed = cleanLine(input).toLowerCase();
  const at = typed.indexOf('@') + 1;
  return typed.slice(0, at) + toAsciiDomain(typed.slice(at));
}
/**
 * Returns an address as it is stored. Throws `bad_input` if no mail server would accept it, or if
 * it may be read as another address than the one that gets the mail: by look-alike letters, or by
 * mail software (`isPlainDomain`, `LOCAL`).
 */
export function readEmail(input: string): string {
  const email = normalizeEmail(input);
  const at = email.indexOf('@');
  const domain = email.slice(at + 1);
  const typed = cleanLine(input).toLowerCase();
  const isValid =
    at > 0 &&
    LOCAL.test(email.slice(0, at)) &&
    DOMAIN.test(domain) &&
    !NUMERIC_END.test(domain) &&
    ![...input].some(becomesEnglish) &&
    isPlainDomain(typed.slice(typed.indexOf('@') + 1)) &&
    email.length <= LENGTHS.email;
  if (!isValid)
    throw appError('bad_input', {
      text: 'Неверный формат почты',
      fields: { email: 'Неверный формат почты' },
    });
  return email;
}
