import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { beginningOf, toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { dropComment } from './comment-changes.ts';
import { findComment } from './queries.ts';
import { lockObject, pageOf } from './object-queries.ts';

const PLACES: Partial<Record<string, string>> = { video: 'videohost/video' };
/** Comments on all kinds of objects in the admin panel. */
export const moderateComments = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('comments')
      .innerJoin('reaction_objects', 'reaction_objects.id', 'comments.object_id')
      .select([
        'comments.id',
        'comments.author_id',
        'comments.text',
        'comments.object_id',
        'reaction_objects.kind',
      ])
      .where('comments.id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.author_id,
      title: 'Комментарий',
      text: beginningOf(row.text),
      link: `/${PLACES[row.kind] ?? pageOf(row.kind)}/${row.object_id}`,
    }));
  },
  async takeDown(tx, after, id) {
    const found = await findComment(tx, id);
    const object = found && (await lockObject(tx, found.object_id));
    return (
      found !== undefined && object !== undefined && dropComment(context, tx, after, found, object)
    );
  },
});
