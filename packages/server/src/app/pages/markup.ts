import { fit } from '@respa/contract/characters';

/**
 * Characters that XML 1.0 cannot hold, and those that turn the direction of the text after them.
 */
const UNFIT =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g;
const clean = (text: string): string => text.toWellFormed().replaceAll(UNFIT, '');

/** Returns a text for the content or an attribute of an element, in HTML and in XML. */
export const escapeMarkup = (text: string): string =>
  clean(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
/** Returns a value as JSON for a script element, which no text in it can end. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? clean(inner) : inner))
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
/** Characters. Search engines and messengers show about this much of a description. */
const SHORT = 200;
/** Returns the beginning of a text in one line. */
export const shorten = (text: string, most = SHORT): string =>
  fit(clean(text).replaceAll(/\s+/g, ' ').trim(), most);
