import { sql } from 'kysely';
import type { CommunityNoticeType } from '@respa/contract/communities';
import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export type NoticeRow = {
  id: string;
  public_id: string;
  from_id: string;
  type: CommunityNoticeType;
  post_id: string | null;
  created_at: Date;
};
const MOST_COUNTED = 100;

/**
 * Inserts a notice. A repeated action under the same article updates the existing notice to the
 * current time.
 */
export const saveNotice = (tx: Tx, row: Omit<NoticeRow, 'created_at'>) =>
  sql`
    insert into public_notices (id, public_id, from_id, type, post_id)
    values (${row.id}, ${row.public_id}, ${row.from_id}, ${row.type}, ${row.post_id})
    on conflict (public_id, from_id, type, coalesce(post_id,
      '00000000-0000-0000-0000-000000000000')) do update set id = excluded.id, created_at = now()
  `.execute(tx);
export const deleteNotice = (
  tx: Tx,
  publicId: string,
  fromId: string,
  type: CommunityNoticeType,
  postId: string | null,
) =>
  sql`
    delete from public_notices
    where public_id = ${publicId}
      and from_id = ${fromId}
      and type = ${type}
      and post_id is not distinct from ${postId}::uuid
  `.execute(tx);
export const hasNotices = async (tx: Tx, publicId: string, fromId: string): Promise<boolean> =>
  (await tx
    .selectFrom('public_notices')
    .select('id')
    .where('public_id', '=', publicId)
    .where('from_id', '=', fromId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
const someNotices = statement<NoticeRow, [publicId: string, before: string, limit: number]>(
  'select id, public_id, from_id, type, post_id, created_at from public_notices where public_id = $1 and id < $2 order by id desc limit $3',
);
export const pickNotices = (
  db: Db,
  publicId: string,
  page: { before?: string | undefined; limit: number },
): Promise<NoticeRow[]> => someNotices(db, publicId, page.before ?? LAST_ID, page.limit);
export const findMark = async (db: Db, publicId: string, userId: string): Promise<string> =>
  (
    await db
      .selectFrom('public_notice_marks')
      .select('last_id')
      .where('public_id', '=', publicId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.last_id ?? '00000000-0000-0000-0000-000000000000';
export const setMark = (db: Db, publicId: string, userId: string) =>
  sql`
    insert into public_notice_marks (public_id, user_id, last_id)
    select ${publicId}, ${userId}, id
    from public_notices
    where public_id = ${publicId}
    order by id desc
    limit 1
    on conflict (public_id, user_id) do update set last_id = greatest(public_notice_marks.last_id,
      excluded.last_id)
  `.execute(db);
/** Counts unread notices, up to a hundred. */
export async function countUnread(db: Db, publicId: string, userId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (
      select
      from public_notices
      where public_id = ${publicId}
        and from_id <> ${userId}
        and id > coalesce(
          (
            select last_id
            from public_notice_marks
            where public_id = ${publicId} and user_id = ${userId}
          ), '00000000-0000-0000-0000-000000000000'
        )
      limit ${MOST_COUNTED}
    ) as unread
  `.execute(db);
  return rows[0]!.count;
}
