import { sql } from 'kysely';
import { appError } from '@respa/contract/app-errors';
import { statement, type Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { gatherCards } from '#features/people/service.ts';
import { setMuted as setMutedOf } from '../list/list-order-queries.ts';
import { presentQuoted, type OwnState, type QuotedRow } from '../messages/present.ts';

type OwnRow = {
  is_muted: boolean;
  draft: string | null;
  cleared_position: number;
  pinned: QuotedRow | null;
};
const ownState = statement<OwnRow, [roomId: string, userId: string]>(`
  select m.is_muted,
    m.draft,
    m.cleared_position,
    (
      select to_jsonb(p)
      from (
        select id, user_id, position, text, formatting, media, deleted_at, system
        from messages
        where room_id = r.id and id = r.pinned_id and position > m.cleared_position
      ) p
    ) as pinned
  from room_members m
  join rooms r on r.id = m.room_id
  where m.room_id = $1 and m.user_id = $2
`);
/**
 * Returns a member's own state of a room of either kind: whether it is muted, the draft and the
 * pinned message.
 */
export async function findOwnState(
  context: AppContext,
  roomId: string,
  userId: string,
): Promise<OwnState> {
  const row = (await ownState(context.db, roomId, userId))[0];
  const pinned = row?.pinned ?? null;
  const isPinned = pinned !== null && pinned.deleted_at === null;
  return {
    isMuted: row?.is_muted ?? false,
    draft: row?.draft ?? '',
    pinned: isPinned
      ? presentQuoted(pinned.id, pinned, await gatherCards(context.db, [pinned.user_id]))
      : null,
    clearedPosition: row?.cleared_position ?? 0,
  };
}

const changeDraft = async (
  db: Db,
  roomId: string,
  userId: string,
  draft: string | null,
): Promise<boolean> =>
  (
    await db
      .updateTable('room_members')
      .set({ draft, draft_at: draft === null ? null : sql`now()` })
      .where('room_id', '=', roomId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numUpdatedRows === 1n;

/**
 * Stores a draft for the member's other devices; an empty text deletes it. Throws `not_found` to a
 * non-member.
 */
export async function saveDraft(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  text: string,
): Promise<void> {
  if (!(await changeDraft(context.db, roomId, viewer.id, text === '' ? null : text)))
    throw appError('not_found');
  context.live.publish(`user:${viewer.id}`, { data: { type: 'draft', roomId } });
}
/**
 * Mutes or unmutes a room: a muted room makes no sound, and its unread messages do not count in the
 * total. It stays in the archive or outside, wherever it is. Idempotent. Throws `not_found` to a
 * non-member.
 */
export async function setMuted(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  isMuted: boolean,
): Promise<void> {
  if (!(await setMutedOf(context.db, roomId, viewer.id, isMuted))) throw appError('not_found');
  context.live.publish(`user:${viewer.id}`, { data: { type: 'rooms-changed', roomId } });
}
