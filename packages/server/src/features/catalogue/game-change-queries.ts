import type { Tx } from '#platform/database/db.ts';
import type { PostPicture } from '#features/media/service.ts';
import type { GameRow } from './queries.ts';

type NewGame = Pick<
  GameRow,
  | 'id'
  | 'name'
  | 'description'
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
}: {
  preview?: PostPicture | null;
  screenshots?: PostPicture[];
}) => ({
  ...(preview === undefined ? {} : { preview: preview === null ? null : JSON.stringify(preview) }),
  ...(screenshots === undefined ? {} : { screenshots: JSON.stringify(screenshots) }),
});
export const insertGame = (tx: Tx, { preview, screenshots, ...row }: NewGame) =>
  tx
    .insertInto('games')
    .values({ ...row, preview: null, ...stored({ preview, screenshots }) })
    .execute();
export type GameChange = Partial<
  Pick<
    GameRow,
    | 'name'
    | 'description'
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
export const updateGame = (tx: Tx, id: string, { preview, screenshots, ...change }: GameChange) =>
  tx
    .updateTable('games')
    .set({
      ...change,
      ...stored({
        ...(preview === undefined ? {} : { preview }),
        ...(screenshots === undefined ? {} : { screenshots }),
      }),
    })
    .where('id', '=', id)
    .execute();
export const deleteGame = (tx: Tx, id: string) =>
  tx.deleteFrom('games').where('id', '=', id).execute();
