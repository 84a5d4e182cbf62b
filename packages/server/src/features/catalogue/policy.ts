import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';

/** Everybody reads the catalogue, the platform's admin alone changes it. Throws `forbidden`. */
export function assertRuns(viewer: Viewer): void {
  if (!viewer.isAdmin) throw appError('forbidden');
}
