import { GENRES } from '@respa/contract/catalogue';
import { cleanLine } from '@respa/contract/clean-text';
import { appError } from '@respa/contract/app-errors';
import { CATALOGUE } from '@respa/contract/limits';

const fold = (word: string): string => cleanLine(word).toLowerCase();
const GENRE_OF = new Map(GENRES.map((genre) => [fold(genre), genre as string]));
/** Returns a genre in its canonical spelling, any other word in lower case. */
const labelOf = (word: string): string => GENRE_OF.get(fold(word)) ?? fold(word);

function refuse(): never {
  throw appError('bad_tags');
}
/**
 * Reads a list from a form: JSON, or comma-separated words; undefined if it is missing. Throws
 * `bad_tags`.
 */
function readWords(input: unknown): string[] | undefined {
  let value = input;
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.trim().startsWith('[')) {
    try {
      value = JSON.parse(value);
    } catch {
      refuse();
    }
  }
  if (typeof value === 'string') value = value.split(',');
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) refuse();
  return [...new Set((value as string[]).map(labelOf).filter((one) => one !== ''))];
}
/**
 * Reads the genres and tags of a game from a form. Throws `bad_tags` for unknown genres and for
 * tags that are too many, too long or contain a separator.
 */
export function readLabels(input: { genres?: unknown; tags?: unknown }): {
  genres?: string[];
  tags?: string[];
} {
  const [genres, tags] = [
    readWords(input.genres),
    readWords(input.tags)?.filter((tag) => !GENRE_OF.has(fold(tag))),
  ];
  if (genres?.some((genre) => !GENRE_OF.has(fold(genre))) === true) refuse();
  if (
    tags !== undefined &&
    (tags.length > CATALOGUE.tags ||
      tags.some((tag) => [...tag].length > CATALOGUE.tag || tag.includes(',')))
  )
    refuse();
  return { ...(genres === undefined ? {} : { genres }), ...(tags === undefined ? {} : { tags }) };
}
/** Reads a list filter: comma-separated words. */
export const readFilter = (input: string | undefined): string[] =>
  [
    ...new Set(
      (input ?? '')
        .split(',')
        .map(labelOf)
        .filter((one) => one !== ''),
    ),
  ].slice(0, GENRES.length + CATALOGUE.tags);
