import type { Tx } from '#platform/database/db.ts';
import type { GameRow } from './queries.ts';

type NewGame = Pick<
  GameRow,
  | 'id'
  | 'name'
  | 'description'
  | 'mentions'
  | 'genres'
  | 'tags'
  | 'preview'
  | 'screenshots'
  | 'version'
  | 'package'
  | 'version_code'
  | 'certificate'
>;
const stored = ({
  preview,
  screenshots,
  mentions,
}: Partial<Pick<GameRow, 'preview' | 'screenshots' | 'mentions'>>) => ({
  ...(preview === undefined ? {} : { preview: preview === null ? null : JSON.stringify(preview) }),
  ...(screenshots === undefined ? {} : { screenshots: JSON.stringify(screenshots) }),
  ...(mentions === undefined ? {} : { mentions: JSON.stringify(mentions) }),
});
export const insertGame = (tx: Tx, { preview, screenshots, mentions, ...row }: NewGame) =>
  tx
    .insertInto('games')
    .values({ ...row, preview: null, ...stored({ preview, screenshots, mentions }) })
    .execute();
export type GameChange = Partial<
  Pick<
    GameRow,
    | 'name'
    | 'description'
    | 'mentions'
    | 'genres'
    | 'tags'
    | 'preview'
    | 'screenshots'
    | 'version'
    | 'package'
    | 'version_code'
    | 'certificate'
    | 'updated_at'
  >
>;
export const updateGame = (
  tx: Tx,
  id: string,
  { preview, screenshots, mentions, ...change }: GameChange,
) =>
  tx
    .updateTable('games')
    .set({
      ...change,
      ...stored({
        ...(preview === undefined ? {} : { preview }),
        ...(screenshots === undefined ? {} : { screenshots }),
        ...(mentions === undefined ? {} : { mentions }),
      }),
    })
    .where('id', '=', id)
    .execute();
export const deleteGame = (tx: Tx, id: string) =>
  tx.deleteFrom('games').where('id', '=', id).execute();
