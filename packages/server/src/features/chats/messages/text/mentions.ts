import { appError } from '@respa/contract/app-errors';
import { MENTIONS } from '@respa/contract/limits';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { gatherCards, parseMentions, pickMatching } from '#features/people/service.ts';
import type { MentionItem } from '../message-rows.ts';
import { isMember } from '../../rooms/room-queries.ts';

/**
 * Parses the mentions of a text. A mention of a user who is not a member (or has just left) stays
 * plain text. Throws `bad_mentions` if the input is not a list of consecutive, non-overlapping
 * parts of this text.
 */
export async function readMentions(
  db: Db,
  roomId: string,
  text: string,
  json: string | undefined,
): Promise<MentionItem[]> {
  const mentions = parseMentions(text, json, MENTIONS);
  const ids = [...new Set(mentions.map(({ user }) => user))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('room_members')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('user_id', 'in', ids)
    .execute();
  return mentions.filter(({ user }) => rows.some((row) => row.user_id === user));
}

const SUGGESTED = 8;
const MAX_MEMBERS = 1_000;
/**
 * Returns the room members whom the caller may mention, filtered by name. Throws `not_found` to a
 * non-member.
 */
export async function listMentionable(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  q: string,
) {
  if (!(await isMember(context.db, roomId, viewer.id))) throw appError('not_found');
  const rows = await context.db
    .selectFrom('room_members')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('user_id', '<>', viewer.id)
    .orderBy('user_id')
    .limit(MAX_MEMBERS)
    .execute();
  const ids = rows.map((row) => row.user_id);
  const picked = (q.trim() === '' ? ids : await pickMatching(context.db, ids, q)).slice(
    0,
    SUGGESTED,
  );
  const cards = await gatherCards(context.db, picked);
  return {
    people: picked
      .flatMap((id) => cards.get(id) ?? [])
      .map(({ id, name, surname, avatar_url: avatarUrl }) => ({
        _id: id,
        name,
        surname,
        avatarUrl,
      })),
  };
}
