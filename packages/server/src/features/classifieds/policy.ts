import type { AdState } from '@respa/contract/classifieds';
import { fault } from '@respa/contract/faults';
import { nowMs } from '#platform/clock.ts';
import type { Viewer } from '#platform/serve.ts';

type Standing = { owner_id: string; ends_at: Date | null; closed_at: Date | null };
export function stateOf({ ends_at: ends, closed_at: closed }: Omit<Standing, 'owner_id'>): AdState {
  if (closed !== null) return 'closed';
  return ends !== null && ends.getTime() <= nowMs() ? 'ended' : 'active';
}
/** What is sold or over is its owner's alone, and who shuts somebody out shows them nothing. A visitor stands for what may be sent to anybody. */
export function maySee(viewerId: string | null, row: Standing & { is_shut_out: boolean }): boolean {
  return row.owner_id === viewerId || (stateOf(row) === 'active' && !row.is_shut_out);
}
/** The owner changes an advert; the platform's admin may take it down. Throws `forbidden`. */
export function assertMay(viewer: Viewer, row: Standing, act: 'change' | 'remove'): void {
  if (row.owner_id !== viewer.id && !(act === 'remove' && viewer.isAdmin)) throw fault('forbidden');
}
