import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/database/db.ts';

export type NodeRow = {
  id: string;
  owner_id: string;
  parent_id: string | null;
  is_folder: boolean;
  name: string;
  type: string;
  stored: string | null;
  bytes: number;
  is_public: boolean;
  shared: number;
  trash_id: string | null;
  trashed_at: Date | null;
  created_at: Date;
};
export const NODE_COLUMNS =
  'id, owner_id, parent_id, is_folder, name, type, stored, bytes, is_public, shared, trash_id, trashed_at, created_at';
export const COLUMNS = sql.raw(NODE_COLUMNS);
export const rowsOf = async <T = NodeRow>(db: Db, statement: RawBuilder<T>): Promise<T[]> =>
  (await statement.execute(db)).rows;
