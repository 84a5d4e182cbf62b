import { sql } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { beginningOf, toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { lockGame } from './queries.ts';
import { dropGame } from './removal.ts';

/** Moderates games in the admin panel. */
export const moderateGames = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('games')
      .select(['id', 'name', 'description'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: null,
      title: `Игра «${row.name}»`,
      text: beginningOf(row.description),
      link: `/app/${row.id}`,
    }));
  },
  async takeDown(tx, after, id) {
    const row = await lockGame(tx, id);
    if (row !== undefined) await dropGame(context, tx, after, row);
    return row !== undefined;
  },
});
