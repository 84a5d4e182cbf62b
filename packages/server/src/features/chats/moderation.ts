import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { beginningOf, toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { describePoll, gatherPolls } from '#features/polls/service.ts';
import { dropGroup } from './groups/group-members.ts';
import { lockGroup } from './groups/group-queries.ts';
import { columns, type MessageRow } from './messages/message-rows.ts';
import { previewOf } from './messages/present.ts';
import { dropMessage } from './messages/message-removal.ts';
import { lockRoom } from './rooms/room-queries.ts';

/**
 * Reported messages in the admin panel. A message is shown there only if a member of its room
 * reported it; other conversations are not readable.
 */
export const moderateMessages = (context: AppContext): Moderation => {
  const pick = async (db: AppContext['db'], ids: string[]): Promise<MessageRow[]> =>
    (
      await sql<MessageRow>`
        select ${columns}
        from messages
        where id = any(${ids}::uuid[]) and deleted_at is null and system is null
      `.execute(db)
    ).rows;
  return {
    async describe(ids) {
      const rows = await pick(context.db, ids);
      const polls = await gatherPolls(context.db, 'message', rows);
      return toModeratedItems(rows, (row) => ({
        ownerId: row.user_id,
        title: 'Сообщение',
        text:
          row.media[0]?.kind === 'sticker'
            ? previewOf(row)
            : row.text === '' && row.media.length > 0
              ? `Вложений: ${row.media.length}`
              : beginningOf(polls.has(row.id) ? describePoll(polls.get(row.id)!) : row.text),
        link: null,
      }));
    },
    async takeDown(tx, after, id) {
      const [found] = await pick(tx, [id]);
      if (found !== undefined) await lockRoom(tx, found.room_id);
      const [message] = found === undefined ? [] : await pick(tx, [id]);
      if (message !== undefined) await dropMessage(context, tx, after, message);
      return message !== undefined;
    },
  };
};
/** Reported group chats in the admin panel. */
export const moderateGroups = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('rooms')
      .select(['id', 'creator_id', 'title', 'description'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('is_group', '=', true)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.creator_id,
      title: `Беседа «${row.title}»`,
      text: beginningOf(row.description),
      link: null,
    }));
  },
  async takeDown(tx, after, id) {
    const room = await lockGroup(tx, id);
    if (room !== undefined) await dropGroup(context, tx, after, id);
    return room !== undefined;
  },
});
