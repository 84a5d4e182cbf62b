import { statement, type Db } from '#platform/database/db.ts';

const newest = statement<
  { notice_id: string; text: string },
  [noticeIds: string[], objectIds: string[], fromIds: string[], readerId: string, length: number]
>(`
  select asked.notice_id, said.text
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as asked (notice_id, object_id, from_id)
  join reaction_objects o on o.id = asked.object_id
  cross join lateral (
    select left(c.text, $5) as text
    from comments c
    where c.object_id = o.id
      and c.author_id = asked.from_id
      and (o.owner_id = $4 or c.answered_id = $4)
    order by c.id desc
    limit 1
  ) said
`);
/**
 * Returns the newest comment of each notice's sender, by notice: any comment, if the reader owns
 * the object, else a reply to the reader. The caller has checked that the reader may see the
 * object.
 */
export async function gatherComments(
  db: Db,
  readerId: string,
  notices: readonly { noticeId: string; objectId: string; fromId: string }[],
  length: number,
): Promise<Map<string, string>> {
  const rows = await newest(
    db,
    notices.map(({ noticeId }) => noticeId),
    notices.map(({ objectId }) => objectId),
    notices.map(({ fromId }) => fromId),
    readerId,
    length,
  );
  return new Map(rows.map((row) => [row.notice_id, row.text]));
}
