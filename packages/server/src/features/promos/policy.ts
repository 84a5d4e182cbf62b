import type { PromoState } from '@respa/contract/promos';
import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';
import type { PromoRow, SeenRow } from './queries.ts';

/**
 * Returns the state of an ad at a moment. The sweep that takes an ended ad out of the rotation may
 * not have run yet.
 */
export const stateOf = (
  { state, ends_at: ends }: Pick<PromoRow, 'state' | 'ends_at'>,
  at: Date,
): PromoState => (state === 'shown' && ends !== null && ends <= at ? 'ended' : state);

/**
 * Returns whether the viewer may see an ad: its author and the platform's admin always, others
 * while it is shown. Null is a visitor, and stands for what may be sent to anyone.
 */
export function maySee(
  viewer: { id: string; isAdmin: boolean } | null,
  row: SeenRow,
  at: Date,
): boolean {
  if (viewer !== null && (viewer.isAdmin || viewer.id === row.owner_id)) return true;
  return stateOf(row, at) === 'shown' && !row.is_shut_out;
}
type Act = 'prolong' | 'remove' | 'count';
/**
 * Checks what the viewer may do with a visible ad: the author everything, the platform's admin may
 * remove it and read its statistics. Throws `forbidden`.
 */
export function assertMay(
  viewer: Viewer,
  { owner_id: ownerId }: Pick<PromoRow, 'owner_id'>,
  act: Act,
): void {
  if (ownerId !== viewer.id && !(viewer.isAdmin && act !== 'prolong')) throw appError('forbidden');
}
/**
 * Checks the user id in the path, which the documented routes contain: only the caller's own id is
 * allowed; the admin may read with any id. Throws `forbidden`.
 */
export function assertOwn(viewer: Viewer, userId: string, act: 'write' | 'read'): void {
  if (userId.toLowerCase() !== viewer.id && !(viewer.isAdmin && act === 'read'))
    throw appError('forbidden');
}
