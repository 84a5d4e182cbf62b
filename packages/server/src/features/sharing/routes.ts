import * as sharing from '@respa/contract/sharing';
import { serve, type App } from '#platform/http/serve.ts';
import { listSharers } from './service.ts';

/** Mounts who shared an object. Walls and communities mount the sharing itself. */
export function mountSharing(app: App): void {
  serve(app, sharing.sharers, ({ viewer, params, query }) =>
    listSharers(app.context, viewer, { ...params, ...query }),
  );
}
