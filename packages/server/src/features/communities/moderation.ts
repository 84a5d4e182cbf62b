import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { beginningOf, toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { gatherPolls, withPoll } from '#features/polls/service.ts';
import { findArticle, lockArticle } from './articles/article-queries.ts';
import { dropCommunity } from './communities.ts';
import { findCommunity, lockCommunity } from './queries.ts';
import { dropArticle } from './articles/article-removal.ts';

/** Communities in the admin panel. */
export const moderateCommunities = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('publics')
      .select(['id', 'admin_id', 'name', 'description'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.admin_id,
      title: `Группа «${row.name}»`,
      text: beginningOf(row.description),
      link: `/public/${row.id}`,
    }));
  },
  async takeDown(tx, after, id) {
    const found = await findCommunity(tx, id, null);
    const row = found && (await lockCommunity(tx, id, found.admin_id));
    if (row !== undefined) await dropCommunity(context, tx, after, row);
    return row !== undefined;
  },
});
/**
 * Community articles in the admin panel. The community's leader is the responsible owner; only
 * staff see the actual author.
 */
export const moderateArticles = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('public_posts')
      .innerJoin('publics', 'publics.id', 'public_posts.public_id')
      .select([
        'public_posts.id',
        'public_posts.title',
        'public_posts.text',
        'public_posts.has_poll',
        'publics.admin_id',
        'publics.name',
      ])
      .where('public_posts.id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    const polls = await gatherPolls(context.db, 'publicpost', rows);
    return toModeratedItems(rows, (row) => ({
      ownerId: row.admin_id,
      title: `Пост «${row.title}» группы «${row.name}»`,
      text: beginningOf(withPoll(row.text, polls.get(row.id))),
      link: `/publicpost/${row.id}`,
    }));
  },
  async takeDown(tx, after, id) {
    const found = await findArticle(tx, id);
    if (
      found === undefined ||
      (await lockCommunity(tx, found.public_id, found.author_id ?? id)) === undefined
    )
      return false;
    const article = await lockArticle(tx, id);
    if (article !== undefined) await dropArticle(context, tx, after, article);
    return article !== undefined;
  },
});
