import type { Db } from '#platform/database/db.ts';

/** Gives what was written to the support from somebody another date. */
export const dateAppeal = (db: Db, text: string, at: Date) =>
  db.updateTable('support_messages').set({ created_at: at }).where('text', '=', text).execute();
