import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import { COUNTERS } from '../../packages/server/src/app/counters.ts';
import type { Db } from '../../packages/server/src/platform/database/db.ts';
import { checkCounters } from '../../packages/server/src/platform/database/counters.ts';
import type { TestApp } from './driver.ts';

// Each query returns the rows whose stored count differs from the real one.
const WRONG = {
  friends: sql`
    select id, friends_count as kept
    from people
    where friends_count <> (
      select count(*)
      from friendships
      where user_id = people.id
    )
  `,
  posts: sql`
    select id, posts_count as kept
    from people
    where posts_count <> (
      select count(*)
      from posts
      where author_id = people.id and not is_draft
    )
  `,
  friendsPosts: sql`
    select id, friends_posts_count as kept
    from people
    where friends_posts_count <> (
      select count(*)
      from posts
      where author_id = people.id and not is_draft and audience = 'friends'
    )
  `,
  likes: sql`
    select id, likes as kept
    from reaction_objects o
    where likes <> (select count(*) from likes where object_id = o.id)
  `,
  comments: sql`
    select id, comments as kept
    from reaction_objects o
    where comments <> (select count(*) from comments where object_id = o.id)
  `,
  commentLikes: sql`
    select id, likes as kept
    from comments c
    where likes <> (select count(*) from comment_likes where comment_id = c.id)
  `,
  unread: sql`
    select room_id, user_id, unread as kept
    from room_members m
    where not is_group
      and unread <> (
        select count(*)
        from messages
        where room_id = m.room_id
          and user_id <> m.user_id
          and deleted_at is null
          and position > m.read_position
      )
  `,
  gaps: sql`
    select coalesce(g.room_id, c.room_id) as room_id, g.gone as kept
    from room_gaps g
    full join (
      select room_id, position / 1000 as block, count(*) as gone
      from messages
      where deleted_at is not null
      group by 1, 2
    ) c on c.room_id = g.room_id
      and c.block = g.block
    where g.gone is distinct from c.gone
  `,
  positions: sql`
    select id, position as kept
    from rooms r
    where position <> (select count(*) from messages where room_id = r.id)
      or position <> (
        select coalesce(max(position), 0)
        from messages
        where room_id = r.id
      )
  `,
};

/**
 * Asserts that every stored counter equals the count of its rows, by the statements here and by the
 * product's own.
 */
export const assertCounted = (app: TestApp): Promise<void> =>
  assertCountedIn(app.server.context.db);
export const assertCountedIn = (db: Db): Promise<void> =>
  assertNoneOf(db, [
    ...Object.entries(WRONG),
    ...COUNTERS.map(({ name, differing }) => [name, differing] as const),
  ]);
/**
 * Uses only the statements here, because races insert videos, communities and files directly,
 * without their counters.
 */
export const assertRacesCounted = (db: Db): Promise<void> =>
  assertNoneOf(db, Object.entries(WRONG));
async function assertNoneOf(
  db: Db,
  all: (readonly [string, RawBuilder<unknown>])[],
): Promise<void> {
  const wrong: Record<string, unknown[]> = {};
  for (const [name, query] of all) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) wrong[name] = rows;
  }
  expect(wrong).toEqual({});
}
/** Asserts the same with the check of the product's own nightly job. */
export async function assertProved(app: TestApp): Promise<void> {
  expect(await checkCounters(app.server.context, COUNTERS)).toBe(0);
}
