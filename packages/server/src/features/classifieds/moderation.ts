import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { beginningOf, toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { removeAd } from './service.ts';

/** Moderates ads of the board in the admin panel. */
export const moderateAds = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('classifieds')
      .select(['id', 'owner_id', 'title', 'description'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.owner_id,
      title: `Объявление «${row.title}»`,
      text: beginningOf(row.description),
      link: `/ad/${row.id}`,
    }));
  },
  takeDown: (tx, after, id) => removeAd(context, tx, after, id),
});
