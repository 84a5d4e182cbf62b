import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherViews } from '#features/media/service.ts';
import * as lists from './lists.ts';
import { presentThing, type Shown } from './present.ts';
import type { NodeRow } from './node-rows.ts';

/** Presents items as the viewer sees them, with their related data loaded in one batch. */
export async function presentAll(
  context: AppContext,
  viewerId: string | null,
  rows: NodeRow[],
): Promise<Shown[]> {
  const own = [
    ...new Set(
      rows.flatMap((row) =>
        row.owner_id === viewerId && row.parent_id !== null ? [row.parent_id] : [],
      ),
    ),
  ];
  const [folders, views] = await Promise.all([
    lists.gatherFolderNames(context.db, own),
    gatherViews(
      context,
      'cloud',
      rows.flatMap(({ stored }) => (stored === null ? [] : [stored])),
    ),
  ]);
  return rows.map((row) => presentThing(row, { viewerId, folders, views }));
}
export const presentOne = async (
  context: AppContext,
  viewerId: string | null,
  row: NodeRow,
): Promise<Shown> => (await presentAll(context, viewerId, [row]))[0]!;
