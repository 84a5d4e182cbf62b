import type { PublicRole } from '@respa/contract/publics';
import { fault } from '@respa/contract/faults';
import type { Viewer } from '#platform/serve.ts';
import type { StandingRow } from './queries.ts';

/** What somebody is to a group. */
export function roleOf(viewerId: string | null, row: StandingRow): PublicRole {
  if (row.admin_id === viewerId) return 'admin';
  if (row.is_editor) return 'editor';
  return row.is_banned ? 'banned' : 'reader';
}
/** Writes for the group, keeps order in it, and is told of what happens there. */
export const runs = (role: PublicRole): boolean => role === 'admin' || role === 'editor';

type Act = 'write' | 'run' | 'lead' | 'cleanUp' | 'join';
/** Who may do what in a group; the platform's admin may take anything down. Throws `forbidden`, and `banned_here` to those who are shut out. */
export function assertMay(viewer: Viewer, row: StandingRow, act: Act): void {
  const role = roleOf(viewer.id, row);
  if (act === 'join') {
    if (role === 'banned') throw fault('banned_here');
    return;
  }
  const may = {
    write: runs(role),
    run: runs(role),
    lead: role === 'admin',
    cleanUp: runs(role) || viewer.isAdmin,
  }[act];
  if (!may) throw fault('forbidden');
}
