import type { ChannelRole, VideoAudience } from '@respa/contract/videohost';
import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';
import { now } from '#platform/runtime/clock.ts';

type Relationship = { admin_id: string; is_helper: boolean };
/** Returns a user's role in a channel. */
export function roleOf(viewerId: string | null, row: Relationship): ChannelRole {
  if (row.admin_id === viewerId) return 'admin';
  return row.is_helper ? 'helper' : 'reader';
}
/** Returns whether the role is staff: uploads, and moderates the comments under the videos. */
export const isStaff = (role: ChannelRole): boolean => role !== 'reader';

type Act = 'upload' | 'lead' | 'cleanUp';
/**
 * Checks what the viewer may do in a channel; the platform's admin may remove anything. Throws
 * `forbidden`.
 */
export function assertMay(viewer: Viewer, row: Relationship, act: Act): void {
  const role = roleOf(viewer.id, row);
  const may = {
    upload: isStaff(role),
    lead: role === 'admin',
    cleanUp: isStaff(role) || viewer.isAdmin,
  }[act];
  if (!may) throw appError('forbidden');
}

/** A route that contains a member's id serves only that member (`docs/decisions.md`). */
export const assertSelf = (viewer: Viewer, userId: string): void => {
  if (userId.toLowerCase() !== viewer.id) throw appError('forbidden');
};

export type Visibility = { state: string; audience: string; isFriend: boolean; isBlocked: boolean };
/**
 * Returns whether a user may watch a video: a video that is not ready is visible to staff only, and
 * a user blocked by the owner sees nothing.
 */
export function maySee(
  role: ChannelRole,
  { state, audience, isFriend, isBlocked }: Visibility,
): boolean {
  if (isStaff(role)) return true;
  return state === 'ready' && !isBlocked && (audience !== 'friends' || isFriend);
}

/** Returns whether everyone may watch a video, also without signing in. */
export const isOpen = ({
  listed,
  opened_at: openedAt,
}: {
  listed: boolean;
  opened_at: Date | null;
}) => listed && openedAt !== null;
/**
 * Returns how an audience is stored: 'open' is everyone's, and since when; `before` is since when
 * the video has been open, if it has.
 */
export const audienceOf = (
  audience: VideoAudience,
  before: Date | null,
): { audience: Exclude<VideoAudience, 'open'>; opened_at: Date | null } =>
  audience === 'open'
    ? { audience: 'all', opened_at: before ?? now() }
    : { audience, opened_at: null };
