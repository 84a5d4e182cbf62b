import type { App } from '#platform/http/serve.ts';
import { removeOrphans } from './blobs/orphans.ts';
import { removeUnrowed } from './serving/prepared.ts';
import { makeMediaHandler, type FindViewer } from './serving/serve-media.ts';
import { mountUploads } from './uploads/uploads.ts';
import { makeView } from './pictures/display-versions.ts';

/** Mounts the routes that serve media and receive resumable uploads, and the media jobs. */
export function mountMedia(app: App, findViewer: FindViewer): void {
  const { http, context } = app;
  const handler = makeMediaHandler(context, findViewer);
  http.route({
    method: ['GET', 'HEAD'],
    url: '/media/:folder/:name',
    exposeHeadRoute: false,
    handler,
  });
  context.jobs.on('media.remove', ({ files }) => removeUnrowed(context, files));
  context.jobs.on('media.sweep', async () => void (await removeOrphans(context)));
  context.jobs.on('media.view', ({ blobId }) => makeView(context, blobId));
  mountUploads(app);
}
