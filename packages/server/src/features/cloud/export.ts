import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherStored } from '#features/media/service.ts';
import { gatherNames } from '#features/people/service.ts';
import { gatherGrants } from './grant-queries.ts';
import * as lists from './lists.ts';
import type { NodeRow } from './node-rows.ts';

/** Exports everything in the user's cloud with its path, and the people it was sent to. */
export async function* exportCloud(
  context: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  const folders = new Map(
    (await lists.listFolders(context.db, userId)).map((folder) => [folder.id, folder]),
  );
  const wayTo = (id: string | null): string => {
    const folder = id === null ? undefined : folders.get(id);
    return folder === undefined ? '' : `${wayTo(folder.parent_id)}${folder.name}/`;
  };
  for await (const page of everyPage((last: NodeRow | undefined, limit) =>
    lists.pickAll(context.db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    const [stored, grants] = await Promise.all([
      gatherStored(
        context,
        'cloud',
        page.flatMap((row) => (row.stored === null ? [] : [row.stored])),
      ),
      gatherGrants(
        context.db,
        page.map((row) => row.id),
      ),
    ]);
    const names = await gatherNames(context.db, [...new Set(grants.map((grant) => grant.user_id))]);
    for (const row of page) {
      const { id, name, bytes, created_at: date, trash_id: trashId } = row;
      const path = `${wayTo(row.parent_id)}${name}`;
      const sent = grants
        .filter((grant) => grant.node_id === id)
        .sort((a, b) => a.id.localeCompare(b.id))
        .map((grant) => ({ to: names(grant.user_id), date: grant.created_at }));
      const blob = row.stored === null ? undefined : stored.get(row.stored);
      yield {
        row: {
          id,
          path,
          ...(row.is_folder ? { folder: true } : { bytes, public: row.is_public, sent }),
          ...(trashId === null ? {} : { trash: true }),
          date,
        },
        ...(blob === undefined
          ? {}
          : {
              media: [
                [
                  ...blob,
                  trashId === null ? `cloud/${path}` : `cloud-trash/${id}-${name}`,
                ] as const,
              ],
            }),
      };
    }
  }
}
