import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

export type ExportedCommunity = {
  id: string;
  name: string;
  description: string;
  role: 'admin' | 'editor' | 'reader' | 'banned';
  reason: string | null;
  avatar_url: string;
  banner_url: string;
};
/** Returns every community that stores data of a user, in the order of ids. */
export async function pickExported(
  db: Db,
  userId: string,
  after: string | undefined,
  limit: number,
): Promise<ExportedCommunity[]> {
  const { rows } = await sql<ExportedCommunity>`
    with mine as (
      select id
      from publics
      where admin_id = ${userId}
      union
      select public_id
      from public_editors
      where user_id = ${userId}
      union
      select public_id
      from public_subscriptions
      where user_id = ${userId}
      union
      select public_id
      from public_bans
      where user_id = ${userId}
    )
    select p.id,
      p.name,
      p.description,
      p.avatar_url,
      p.banner_url,
      (
        select reason
        from public_bans
        where public_id = p.id and user_id = ${userId}
      ) as reason,
      case when p.admin_id = ${userId} then 'admin' when exists (
        select
        from public_editors
        where public_id = p.id and user_id = ${userId}
      ) then 'editor' when exists (
        select
        from public_bans
        where public_id = p.id and user_id = ${userId}
      ) then 'banned' else 'reader' end as role
    from mine
    join publics p on p.id = mine.id
    where p.id > ${after ?? '00000000-0000-0000-0000-000000000000'}
    order by p.id
    limit ${limit}
  `.execute(db);
  return rows;
}
