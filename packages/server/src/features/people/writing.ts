import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherSuspensions } from '#features/account/service.ts';
import { findBlocked } from './blocks.ts';
import { admits } from './privacy.ts';
import type { PersonRow } from './queries.ts';

/**
 * Returns a function that tells to whom of the given people the viewer may write: those whose
 * setting admits the viewer, who are not suspended and whom the viewer does not block. Who blocks
 * the viewer must be left out before.
 */
export async function mayWriteFor(
  context: AppContext,
  viewerId: string,
  ids: string[],
): Promise<(row: PersonRow, isFriend: boolean) => boolean> {
  const [suspended, blocked] = await Promise.all([
    gatherSuspensions(context.db, ids),
    findBlocked(context.db, viewerId, ids),
  ]);
  return (row, isFriend) =>
    row.id !== viewerId &&
    !suspended.has(row.id) &&
    !blocked.has(row.id) &&
    admits(row.messages_for, isFriend);
}
