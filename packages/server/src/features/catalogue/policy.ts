import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import { findEmail } from '#features/account/service.ts';

/** Everybody reads the catalogue, the platform's admin alone changes it. Throws `forbidden`. */
export function assertRuns(viewer: Viewer): void {
  if (!viewer.isAdmin) throw fault('forbidden');
}
/** Who may delete what others write under a game: the same admin. */
export async function keepsOrder(ground: Ground, viewerId: string): Promise<boolean> {
  const { adminEmail } = ground.config;
  return adminEmail !== undefined && (await findEmail(ground, viewerId)) === adminEmail;
}
