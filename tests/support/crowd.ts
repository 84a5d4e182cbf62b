import { sql } from 'kysely';
import type { TestApp } from './driver.ts';
import { newId } from '../../packages/server/src/platform/runtime/ids.ts';

const makeIds = (count: number) => Array.from({ length: count }, () => newId());

/** Inserts people as rows only: nobody can sign in as one of them. */
export async function insertPeople(app: TestApp, count: number): Promise<string[]> {
  const ids = makeIds(count);
  await app.server.context.db.transaction().execute(async (tx) => {
    await sql`
      insert into accounts (id, email, password_hash, activated_at)
      select id, id || '@crowd.test', '', now()
      from unnest(${ids}::uuid[]) id
    `.execute(tx);
    await sql`
      insert into people (id, name, surname, birth_date, is_listed)
      select id, 'Игрок', 'Толпы', '1990-01-01', true
      from unnest(${ids}::uuid[]) id
    `.execute(tx);
  });
  return ids;
}
export async function insertFriendships(app: TestApp, pairs: [string, string][]): Promise<void> {
  await app.server.context.db.transaction().execute(async (tx) => {
    await sql`
      with pair as (
        select *
        from unnest(
          ${pairs.map(([a]) => a)}::uuid[], ${pairs.map(([, b]) => b)}::uuid[],
          ${makeIds(pairs.length)}::uuid[]
        ) as pair (a, b, id)
      )
      insert into friendships (user_id, friend_id, id)
      select a, b, id
      from pair
      union all
      select b, a, id
      from pair
    `.execute(tx);
    await sql`
      update people
      set friends_count = (select count(*) from friendships where user_id = people.id)
      where id = any(${pairs.flat()}::uuid[])
    `.execute(tx);
  });
}
/** Inserts a post for each of the given authors, in that order. */
export async function insertPosts(
  app: TestApp,
  authors: string[],
): Promise<{ id: string; author: string }[]> {
  const ids = makeIds(authors.length);
  await app.server.context.db.transaction().execute(async (tx) => {
    await sql`
      insert into posts (id, author_id, text)
      select id, author, 'Запись'
      from unnest(${ids}::uuid[], ${authors}::uuid[]) as post (id, author)
    `.execute(tx);
    await sql`
      insert into reaction_objects (id, kind, owner_id)
      select id, 'userpost', author
      from unnest(${ids}::uuid[], ${authors}::uuid[]) as post (id, author)
    `.execute(tx);
    await sql`
      update people
      set posts_count = (select count(*) from posts where author_id = people.id)
      where id = any(${authors}::uuid[])
    `.execute(tx);
  });
  return ids.map((id, index) => ({ id, author: authors[index]! }));
}
