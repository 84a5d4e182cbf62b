import type { House } from '#platform/serve.ts';
import { removeOrphans } from './orphans.ts';
import { removeUnrowed } from './prepared.ts';
import { makeMediaHandler, type FindViewer } from './serve-media.ts';

/** Mounts the reading of uploads and the jobs that remove them. */
export function mountMedia({ app, ground }: House, findViewer: FindViewer): void {
  const handler = makeMediaHandler(ground, findViewer);
  app.route({ method: ['GET', 'HEAD'], url: '/media/:folder/:name', exposeHeadRoute: false, handler });
  ground.jobs.on('media.remove', ({ files }) => removeUnrowed(ground, files));
  ground.jobs.on('media.sweep', async () => void (await removeOrphans(ground)));
}
