import type { Db } from '#platform/database/db.ts';

/** Changes the date of support messages by their text. */
export const dateAppeal = (db: Db, text: string, at: Date) =>
  db.updateTable('support_messages').set({ created_at: at }).where('text', '=', text).execute();
