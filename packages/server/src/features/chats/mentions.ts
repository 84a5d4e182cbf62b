import { Compile } from 'typebox/compile';
import { Type } from 'typebox';
import { Mention } from '@respa/contract/chats';
import { fault } from '@respa/contract/faults';
import { MENTIONS } from '@respa/contract/limits';
import type { Db } from '#platform/db.ts';
import type { MentionItem } from './message-queries.ts';

const given = Compile(Type.Array(Mention, { maxItems: MENTIONS }));

/**
 * Reads who is named in a text. Whoever is no member (or has just left) is named by the words alone. Throws `bad_mentions` for what is no
 * list of parts of this text, one after another.
 */
export async function readMentions(db: Db, roomId: string, text: string, json: string | undefined): Promise<MentionItem[]> {
  if (json === undefined || json === '') return [];
  const parts = parse(json);
  if (!given.Check(parts)) throw fault('bad_mentions');
  const mentions = parts.map(({ user, offset, length }) => ({ user: user.toLowerCase(), offset, length })).sort((a, b) => a.offset - b.offset);
  const ends = mentions.map(({ offset, length }) => offset + length);
  if (mentions.some(({ offset }, place) => offset < (ends[place - 1] ?? 0)) || (ends.at(-1) ?? 0) > text.length) throw fault('bad_mentions');
  const ids = [...new Set(mentions.map(({ user }) => user))];
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('room_members').select('user_id').where('room_id', '=', roomId).where('user_id', 'in', ids).execute();
  return mentions.filter(({ user }) => rows.some((row) => row.user_id === user));
}
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw fault('bad_mentions');
  }
}
