import { domainToASCII } from 'node:url';
import { appError } from '@respa/contract/app-errors';
import { cleanLine } from '@respa/contract/clean-text';
import { LENGTHS } from '@respa/contract/limits';

/** RFC 5321: a local part of dot-separated atoms, at most 64 octets. Quoted strings are refused. */
const LOCAL = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** RFC 1123: labels of 1 to 63 letters, digits and inner hyphens; at least two of them. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const NUMERIC_END = /\.\d+$/;

/**
 * Returns an address in the form that is stored and compared, without checking it: trimmed, without
 * invisible characters, in lower case, with its domain in ASCII form.
 */
export function normalizeEmail(input: string): string {
  const typed = cleanLine(input).toLowerCase();
  const at = typed.indexOf('@') + 1;
  return typed.slice(0, at) + toAsciiDomain(typed.slice(at));
}
/** Throws `bad_input` if no mail server would accept the address. Returns it as it is stored. */
export function readEmail(input: string): string {
  const email = normalizeEmail(input);
  const at = email.indexOf('@');
  const domain = email.slice(at + 1);
  const isValid =
    at > 0 &&
    LOCAL.test(email.slice(0, at)) &&
    DOMAIN.test(domain) &&
    !NUMERIC_END.test(domain) &&
    email.length <= LENGTHS.email;
  if (!isValid)
    throw appError('bad_input', {
      text: 'Неверный формат почты',
      fields: { email: 'Неверный формат почты' },
    });
  return email;
}
/** Only a domain of another alphabet is converted: the converter would accept ports and escapes. */
const toAsciiDomain = (domain: string): string =>
  /[^\u0000-\u007f]/.test(domain) && !/[:/?#%\\[\]@]/.test(domain) ? domainToASCII(domain) : domain;
