import { appError } from '@respa/contract/app-errors';
import type { Viewer } from '#platform/http/serve.ts';

/** Everyone may read the catalogue, only the platform's admin may change it. Throws `forbidden`. */
export function assertIsAdmin(viewer: Viewer): void {
  if (!viewer.isAdmin) throw appError('forbidden');
}
