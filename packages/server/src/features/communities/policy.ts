import type { CommunityRole } from '@respa/contract/communities';
import type { ArticleCommenters } from '@respa/contract/post-options';
import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';
import type { MembershipRow } from './queries.ts';

/** Returns a user's role in a community. */
export function roleOf(viewerId: string | null, row: MembershipRow): CommunityRole {
  if (row.admin_id === viewerId) return 'admin';
  if (row.is_editor) return 'editor';
  return row.is_banned ? 'banned' : 'reader';
}
/**
 * Returns whether the role is staff: writes for the community, moderates it and gets its notices.
 */
export const runs = (role: CommunityRole): boolean => role === 'admin' || role === 'editor';

/** Returns whether someone who sees an article may comment on it; the staff count as readers. */
export const mayComment = (
  { comments_for: who }: { comments_for: ArticleCommenters },
  { isSubscriber, isStaff }: { isSubscriber: boolean; isStaff: boolean },
): boolean => who === 'all' || (who === 'subscribers' && (isSubscriber || isStaff));

type Act = 'write' | 'run' | 'lead' | 'cleanUp' | 'join';
/**
 * Checks whether the viewer may do something in a community; the platform's admin may remove
 * anything. Throws `forbidden`, and `banned_here` to banned users.
 */
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
