import type { CommunityRole } from '@respa/contract/communities';
import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';
import type { MembershipRow } from './queries.ts';

/** What somebody is to a group. */
export function roleOf(viewerId: string | null, row: MembershipRow): CommunityRole {
  if (row.admin_id === viewerId) return 'admin';
  if (row.is_editor) return 'editor';
  return row.is_banned ? 'banned' : 'reader';
}
/** Writes for the group, keeps order in it, and is told of what happens there. */
export const runs = (role: CommunityRole): boolean => role === 'admin' || role === 'editor';

type Act = 'write' | 'run' | 'lead' | 'cleanUp' | 'join';
/** Who may do what in a group; the platform's admin may take anything down. Throws `forbidden`, and `banned_here` to those who are shut out. */
export function assertMay(viewer: Viewer, row: MembershipRow, act: Act): void {
  const role = roleOf(viewer.id, row);
  if (act === 'join') {
    if (role === 'banned') throw appError('banned_here');
    return;
  }
  const may = {
    write: runs(role),
    run: runs(role),
    lead: role === 'admin',
    cleanUp: runs(role) || viewer.isAdmin,
  }[act];
  if (!may) throw appError('forbidden');
}
