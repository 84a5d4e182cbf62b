import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { MentionItem } from '#features/people/service.ts';

export type PostKind = 'userpost' | 'publicpost';
const COLUMNS = { userpost: 'post_id', publicpost: 'article_id' } as const;
/** How many former texts of a post are kept, the newest ones. */
const MOST = 50;
export type Former = {
  id: string;
  title?: string;
  text: string;
  mentions: MentionItem[];
  created_at: Date;
  edited_at: Date | null;
};
export type VersionRow = {
  of: string;
  title: string;
  text: string;
  mentions: MentionItem[];
  written_at: Date;
};

/** Keeps what a post said before an edit. The caller holds the post's lock. */
export async function insertVersion(tx: Tx, kind: PostKind, former: Former): Promise<void> {
  const column = COLUMNS[kind];
  await tx
    .insertInto('post_versions')
    .values({
      id: newId(),
      post_id: kind === 'userpost' ? former.id : null,
      article_id: kind === 'publicpost' ? former.id : null,
      title: former.title ?? '',
      text: former.text,
      mentions: JSON.stringify(former.mentions),
      written_at: former.edited_at ?? former.created_at,
    })
    .execute();
  await sql`
    delete from post_versions
    where id in (
      select id
      from post_versions
      where ${sql.ref(column)} = ${former.id}
      order by id desc
      offset ${sql.lit(MOST)}
    )
  `.execute(tx);
}

/** Returns the former texts of posts of one kind, the newest first. */
export async function gatherVersions(
  db: Db,
  kind: PostKind,
  ids: readonly string[],
): Promise<Map<string, VersionRow[]>> {
  if (ids.length === 0) return new Map();
  const column = sql.ref(COLUMNS[kind]);
  const { rows } = await sql<VersionRow>`
    select ${column} as of, title, text, mentions, written_at
    from post_versions
    where ${column} = any(${ids}::uuid[])
    order by ${column}, id desc
  `.execute(db);
  return Map.groupBy(rows, (row) => row.of);
}
