import { Compile } from 'typebox/compile';
import { Type } from 'typebox';
import { appError } from '@respa/contract/app-errors';
import { NAMED_PEOPLE } from '@respa/contract/limits';
import { Mention } from '@respa/contract/mentions';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickNameable } from './directory-queries.ts';

/** A user named in a text; `offset` and `length` count UTF-16 units. */
export type MentionItem = { user: string; offset: number; length: number };
const input = Compile(Type.Array(Mention));

/**
 * Parses the mentions of a text, in the order of their places. Throws `bad_mentions` if the input
 * is not a list of at most `most` non-overlapping parts of this text.
 */
export function parseMentions(text: string, json: string | undefined, most: number): MentionItem[] {
  if (json === undefined || json === '') return [];
  const parts = parse(json);
  if (!input.Check(parts) || parts.length > most) throw appError('bad_mentions');
  const mentions = parts
    .map(({ user, offset, length }) => ({ user: user.toLowerCase(), offset, length }))
    .sort((a, b) => a.offset - b.offset);
  const ends = mentions.map(({ offset, length }) => offset + length);
  if (
    mentions.some(({ offset }, index) => offset < (ends[index - 1] ?? 0)) ||
    (ends.at(-1) ?? 0) > text.length
  )
    throw appError('bad_mentions');
  return mentions;
}
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw appError('bad_mentions');
  }
}

/**
 * Returns the mentions of a post or a comment. Someone who does not exist, or blocks the author or
 * is blocked by them, stays plain text, and so does a part that does not begin with an @. Throws
 * `bad_mentions`.
 */
export async function readNamed(
  context: AppContext,
  viewer: Viewer,
  text: string,
  json: string | undefined,
): Promise<MentionItem[]> {
  const mentions = parseMentions(text, json, NAMED_PEOPLE).filter(
    ({ offset }) => text[offset] === '@',
  );
  if (mentions.length === 0) return [];
  const ids = [...new Set(mentions.map(({ user }) => user))];
  const nameable = await pickNameable(context.db, viewer.id, ids);
  return mentions.filter(({ user }) => nameable.has(user));
}
/**
 * Returns the mentions of a description as a write stores them; null if the write leaves the
 * description as it is. Throws `bad_mentions`.
 */
export const readDescribed = async (
  context: AppContext,
  viewer: Viewer,
  { description, mentions }: { description?: string; mentions?: string },
): Promise<MentionItem[] | null> =>
  description === undefined ? null : readNamed(context, viewer, description, mentions);
/** Returns the people whom a text names, once each. */
export const namedIn = (mentions: readonly MentionItem[]): string[] => [
  ...new Set(mentions.map(({ user }) => user)),
];
