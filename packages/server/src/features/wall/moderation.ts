import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { beginningOf, toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { lockPerson } from '#features/people/service.ts';
import { gatherPolls, withPoll } from '#features/polls/service.ts';
import { findPost, lockPost, type PostRow } from './queries.ts';
import { dropPost } from './writing.ts';

/** Wall posts in the admin panel. */
export const moderatePosts = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('posts')
      .select(['id', 'author_id', 'text', 'has_poll'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    const polls = await gatherPolls(context.db, 'userpost', rows);
    return toModeratedItems(rows, (row) => ({
      ownerId: row.author_id,
      title: 'Пост',
      text: beginningOf(withPoll(row.text, polls.get(row.id))),
      link: `/userpost/${row.id}`,
    }));
  },
  async takeDown(tx, after, id) {
    const found = await findPost(tx, id);
    // Lock the wall before any of its posts.
    if (found !== undefined) await lockPerson(tx, found.author_id);
    const post: PostRow | undefined = found && (await lockPost(tx, id));
    if (post !== undefined) await dropPost(context, tx, after, post);
    return post !== undefined;
  },
});
