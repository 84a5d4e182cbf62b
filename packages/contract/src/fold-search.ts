// How texts and searches are made comparable. The SQL function `fold_search` (migration
// 0170_search_fold.sql) does the same for what is stored; a test compares the two.

/** Accents except the breve of й and ў, and characters that nobody sees. */
const DROPPED = new RegExp(
  `[${[
    String.raw`\u0300-\u0305\u0307-\u036f`,
    String.raw`\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e`,
    String.raw`\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}`,
  ].join('')}]`,
  'gu',
);
const APOSTROPHES = /[`\u2018\u2019\u201b\u2032\u02b9\u02bc]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/**
 * Returns a text in the form that searches compare: lower case, without accents (ё is е) and
 * invisible characters, with one kind of apostrophe, hyphen and space.
 */
export const foldSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replace(APOSTROPHES, "'")
    .replace(DASHES, '-')
    .replace(/[\t-\r ]+/g, ' ');

/** A word, or a single emoji or symbol: what searches in messages look for. */
export const SEARCH_WORD =
  /[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d]+|[\u2190-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u{1f000}-\u{1faff}]/gu;
