import type { ChannelRole } from '@respa/contract/videohost';
import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';

type Relationship = { admin_id: string; is_helper: boolean };
/** What somebody is to a channel. */
export function roleOf(viewerId: string | null, row: Relationship): ChannelRole {
  if (row.admin_id === viewerId) return 'admin';
  return row.is_helper ? 'helper' : 'reader';
}
/** Uploads, and keeps order under the videos. */
export const runs = (role: ChannelRole): boolean => role !== 'reader';

type Act = 'upload' | 'lead' | 'cleanUp';
/** Who may do what in a channel; the platform's admin may take anything down. Throws `forbidden`. */
export function assertMay(viewer: Viewer, row: Relationship, act: Act): void {
  const role = roleOf(viewer.id, row);
  const may = { upload: runs(role), lead: role === 'admin', cleanUp: runs(role) || viewer.isAdmin }[
    act
  ];
  if (!may) throw appError('forbidden');
}

export type Visibility = { state: string; audience: string; isFriend: boolean; isShutOut: boolean };
/** Whether somebody may watch a video: what is not ready is for those who run the channel, who shuts somebody out shows them nothing. */
export function maySee(
  role: ChannelRole,
  { state, audience, isFriend, isShutOut }: Visibility,
): boolean {
  if (runs(role)) return true;
  return state === 'ready' && !isShutOut && (audience !== 'friends' || isFriend);
}
