import type { PromoState } from '@respa/contract/promos';
import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';
import type { PromoRow, SeenRow } from './queries.ts';

/** What an ad is at a moment: the sweep that takes an ended one out of the turn may not have been there yet. */
export const stateOf = (
  { state, ends_at: ends }: Pick<PromoRow, 'state' | 'ends_at'>,
  at: Date,
): PromoState => (state === 'shown' && ends !== null && ends <= at ? 'ended' : state);

/** Who finds an ad: its author and the platform's admin always, others while it is shown; null is a visitor, and stands for what anybody may be sent. */
export function maySee(
  viewer: { id: string; isAdmin: boolean } | null,
  row: SeenRow,
  at: Date,
): boolean {
  if (viewer !== null && (viewer.isAdmin || viewer.id === row.owner_id)) return true;
  return stateOf(row, at) === 'shown' && !row.is_shut_out;
}
type Act = 'prolong' | 'remove' | 'count';
/** Who may do what with an ad that they see: the author all of it, the platform's admin may take it down and read what was counted. Throws `forbidden`. */
export function assertMay(
  viewer: Viewer,
  { owner_id: ownerId }: Pick<PromoRow, 'owner_id'>,
  act: Act,
): void {
  if (ownerId !== viewer.id && !(viewer.isAdmin && act !== 'prolong')) throw appError('forbidden');
}
/** The documented calls name whose cabinet it is: nobody's but the caller's, which the admin may look into. Throws `forbidden`. */
export function assertOwn(viewer: Viewer, userId: string, act: 'write' | 'read'): void {
  if (userId.toLowerCase() !== viewer.id && !(viewer.isAdmin && act === 'read'))
    throw appError('forbidden');
}
