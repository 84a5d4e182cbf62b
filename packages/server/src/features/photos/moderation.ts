import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { findPhoto, takePhoto } from './queries.ts';
import { forgetPhoto } from './service.ts';

/** Photos in the admin panel. */
export const moderatePhotos = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('photos')
      .select(['id', 'user_id'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.user_id,
      title: 'Фотография',
      text: '',
      link: `/userphoto/${row.id}`,
    }));
  },
  async takeDown(tx, after, id) {
    const found = await findPhoto(tx, id);
    const photo = found && (await takePhoto(tx, found.user_id, found.picture.name));
    if (photo !== undefined) await forgetPhoto(context, tx, after, photo);
    return photo !== undefined;
  },
});
