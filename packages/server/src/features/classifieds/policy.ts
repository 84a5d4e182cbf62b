import type { AdState } from '@respa/contract/classifieds';
import { appError } from '@respa/contract/app-errors';
import { nowMs } from '#platform/runtime/clock.ts';
import type { Viewer } from '#platform/http/serve.ts';

type AdStatus = { owner_id: string; ends_at: Date | null; closed_at: Date | null };
export function stateOf({ ends_at: ends, closed_at: closed }: Omit<AdStatus, 'owner_id'>): AdState {
  if (closed !== null) return 'closed';
  return ends !== null && ends.getTime() <= nowMs() ? 'ended' : 'active';
}
/**
 * Returns whether the viewer may see an ad. Only the owner sees a sold or expired ad, and a viewer
 * whom the owner blocks sees none. A visitor (null) is used for what may be sent to anyone.
 */
export function maySee(viewerId: string | null, row: AdStatus & { is_shut_out: boolean }): boolean {
  return row.owner_id === viewerId || (stateOf(row) === 'active' && !row.is_shut_out);
}
/** The owner may change an ad; the platform's admin may remove it. Throws `forbidden`. */
export function assertMay(viewer: Viewer, row: AdStatus, act: 'change' | 'remove'): void {
  if (row.owner_id !== viewer.id && !(act === 'remove' && viewer.isAdmin))
    throw appError('forbidden');
}
