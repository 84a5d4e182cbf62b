import type { House } from '#platform/serve.ts';
import { removeOrphans } from './orphans.ts';
import { removeUnrowed } from './prepared.ts';
import { makeMediaHandler, type FindViewer } from './serve-media.ts';
import { mountUploads } from './uploads.ts';
import { makeView } from './views.ts';

/** Mounts the reading of uploads, their resumable receiving and the jobs on them. */
export function mountMedia(house: House, findViewer: FindViewer): void {
  const { app, ground } = house;
  const handler = makeMediaHandler(ground, findViewer);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:folder/:name',
    exposeHeadRoute: false,
    handler,
  });
  ground.jobs.on('media.remove', ({ files }) => removeUnrowed(ground, files));
  ground.jobs.on('media.sweep', async () => void (await removeOrphans(ground)));
  ground.jobs.on('media.view', ({ blobId }) => makeView(ground, blobId));
  mountUploads(house);
}
