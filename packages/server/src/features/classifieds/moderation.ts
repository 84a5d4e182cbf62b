import { sql } from 'kysely';
import type { Ground } from '#platform/ground.ts';
import { beginningOf, thingsOf, type Moderation } from '#platform/moderation.ts';
import { removeAd } from './service.ts';

/** Adverts of the board on the admin's desk. */
export const moderateAds = (ground: Ground): Moderation => ({
  async describe(ids) {
    const rows = await ground.db
      .selectFrom('classifieds')
      .select(['id', 'owner_id', 'title', 'description'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return thingsOf(rows, (row) => ({
      ownerId: row.owner_id,
      title: `Объявление «${row.title}»`,
      text: beginningOf(row.description),
      link: `/ad/${row.id}`,
    }));
  },
  takeDown: (tx, after, id) => removeAd(ground, tx, after, id),
});
