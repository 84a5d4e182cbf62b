import type { App } from '#platform/http/serve.ts';
import { encoderOf } from '#features/media/service.ts';
import type { Reactions } from '#features/reactions/service.ts';
import { mountChannels } from './channels/channel-routes.ts';
import { processVideo } from './processing/processing.ts';
import { admitVideos } from './publishing.ts';
import { keepRanking } from './ranking.ts';
import { notifySubscribers } from './channels/subscriber-notices.ts';
import { mountVideoLists, mountVideoReactions, mountVideos } from './video-routes.ts';
import { mountWatching } from './watching/watching-routes.ts';

/** Mounts the video host, and the jobs that process videos, notify of them and rank them. */
export async function mountVideohost(app: App, reactions: Reactions): Promise<void> {
  const { context } = app;
  mountChannels(app);
  mountVideoLists(app);
  mountVideos(app);
  mountVideoReactions(app, reactions);
  mountWatching(app);

  admitVideos(context);
  context.jobs.on('videos.tell', ({ id, after }) => notifySubscribers(context, id, after));
  keepRanking(context);
  // A server that cannot do the job leaves it for one that can.
  if ((await encoderOf(context)) !== null)
    context.jobs.on('videos.process', ({ id }, stopping) => processVideo(context, id, stopping));
  else
    context.print(
      'Видео: ffmpeg не найден. Принимаются только MP4 с H.264 и AAC, без других качеств, кадров для перемотки и выравнивания звука.',
    );
}
