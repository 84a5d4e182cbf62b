import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { takeDownPack } from './packs.ts';

/** Packs of stickers in the admin panel. A pack is taken down with its pictures in messages. */
export const moderatePacks = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('sticker_packs')
      .select(['id', 'owner_id', 'title', 'items'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.owner_id,
      title: `Набор «${row.title}»`,
      text: `Картинок: ${row.items}`,
      link: `/stickers/${row.id}`,
    }));
  },
  takeDown: (tx, after, id) => takeDownPack(context, tx, after, id),
});
