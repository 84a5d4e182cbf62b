import type { AppContext } from '#platform/runtime/app-context.ts';
import { toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import { gatherPeople } from './queries.ts';

/** People in the admin panel: they are suspended, not removed. */
export const moderatePeople = (context: AppContext): Moderation => ({
  describe: async (ids) =>
    toModeratedItems([...(await gatherPeople(context.db, ids)).values()], (row) => ({
      ownerId: row.id,
      title: `${row.name} ${row.surname}`,
      text: row.about_me,
      link: `/user/${row.id}`,
    })),
});
