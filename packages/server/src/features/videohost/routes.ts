import { appError } from '@respa/contract/app-errors';
import { VIDEOHOST } from '@respa/contract/limits';
import * as extras from '@respa/contract/video-extras';
import * as contract from '@respa/contract/videohost';
import { done, serve, type Call, type App, type Viewer } from '#platform/http/serve.ts';
import { encoderOf } from '#features/media/service.ts';
import {
  comment,
  like,
  likeComment,
  listComments,
  listMoments,
  type Reactions,
} from '#features/reactions/service.ts';
import * as channels from './channels.ts';
import {
  listNew,
  listOfChannel,
  listPicked,
  listRecommendedChannels,
  listSubscribedVideos,
  listVideos,
} from './lists.ts';
import * as playlists from './playlists.ts';
import { processVideo } from './processing.ts';
import { admitVideos, publishVideo } from './publishing.ts';
import { keepRanking } from './ranking.ts';
import { isSubscribed, listSubscribed, subscribe } from './subscriptions.ts';
import { notifySubscribers } from './subscriber-notices.ts';
import { editVideo, getSeen, getVideo, isStaffOf, removeVideo } from './videos.ts';
import {
  addLater,
  forgetWatched,
  listHistory,
  listLater,
  removeLater,
  saveProgress,
  view,
} from './watching.ts';

type Headed = Call<typeof contract.editChannel>;
const headerOf = ({
  body: { removeAvatar, removeBanner, date: _date, ...text },
  files,
}: Pick<Headed, 'body' | 'files'>) => ({
  ...text,
  avatar: files.avatar,
  cover: files.banner,
  removal: { avatar: removeAvatar !== undefined, cover: removeBanner !== undefined },
});
/** A route that contains a member's id serves only that member (`docs/decisions.md`). */
const assertSelf = (viewer: Viewer, userId: string): void => {
  if (userId.toLowerCase() !== viewer.id) throw appError('forbidden');
};

/** Mounts the video host, and the jobs that process videos, notify of them and rank them. */
export async function mountVideohost(app: App, reactions: Reactions): Promise<void> {
  const { context } = app;

  serve(app, contract.channelByAdmin, async ({ viewer, params }) => ({
    channel: await channels.findChannelOf(context, viewer, params.userId),
  }));
  for (const [route, few] of [
    [contract.recommendedChannelsMain, true],
    [contract.recommendedChannels, false],
  ] as const)
    serve(app, route, ({ viewer, params, query }) => {
      assertSelf(viewer, params.userId);
      return listRecommendedChannels(context, viewer, query, few);
    });
  for (const [route, few] of [
    [contract.subscribedMain, true],
    [contract.subscribed, false],
  ] as const)
    serve(app, route, ({ viewer, params, query }) => {
      assertSelf(viewer, params.userId);
      return listSubscribed(context, viewer, query, few);
    });
  serve(app, contract.allChannels, ({ viewer, query }) =>
    channels.listChannels(context, viewer, query),
  );
  serve(app, contract.ownChannels, async ({ viewer }) => ({
    channels: await channels.listOwn(context, viewer),
  }));
  serve(app, contract.channel, async ({ viewer, params }) => ({
    channel: await channels.getChannel(context, viewer, params.id),
  }));
  serve(app, contract.subscribersCount, async ({ viewer, params }) => ({
    subscribers: (await channels.getMembership(context, viewer, params.channelId))
      .subscribers_count,
  }));
  serve(app, contract.removeChannel, ({ viewer, params }) =>
    done(channels.removeChannel(context, viewer, params.id)),
  );
  serve(app, contract.createChannel, async ({ viewer, ...form }) => ({
    ok: true,
    channel: await channels.createChannel(context, viewer, headerOf(form)),
  }));
  serve(app, contract.channelByName, async ({ viewer, body }) => ({
    channel: await channels.getNamed(context, viewer, body.name),
  }));
  serve(app, contract.editChannel, async ({ viewer, params, ...form }) => ({
    channel: await channels.editChannel(context, viewer, params.id, headerOf(form)),
  }));
  serve(app, contract.helpers, ({ viewer, params }) =>
    channels.listHelpers(context, viewer, params.id),
  );
  serve(app, contract.addHelper, ({ viewer, params }) =>
    done(channels.addHelper(context, viewer, params.id, params.userId)),
  );
  serve(app, contract.removeHelper, ({ viewer, params }) =>
    done(channels.removeHelper(context, viewer, params.id, params.userId)),
  );
  serve(app, contract.isSubscriber, async ({ viewer, params }) => ({
    isSubscriber: await isSubscribed(context, viewer, params.channelId),
  }));
  serve(app, contract.subscribe, ({ viewer, params, query }) =>
    subscribe(context, viewer, params.channelId, query.state),
  );

  serve(app, contract.videosCount, async ({ viewer, params }) => ({
    count: (await channels.getMembership(context, viewer, params.channelId)).videos_count,
  }));
  serve(app, contract.author, async ({ viewer, params }) => ({
    name: (await channels.getMembership(context, viewer, params.channelId)).name,
  }));
  for (const [route, few] of [
    [contract.recommendedMain, true],
    [contract.recommended, false],
  ] as const)
    serve(app, route, ({ viewer, params, query }) => {
      assertSelf(viewer, params.userId);
      return listPicked(context, viewer, 'recommended', query, few);
    });
  serve(app, contract.channelVideos, ({ viewer, params, query }) =>
    listOfChannel(context, viewer, params.channelId, query),
  );
  serve(app, contract.newVideos, ({ viewer, params, query }) =>
    listNew(context, viewer, params.date, query),
  );
  serve(app, contract.allVideos, ({ viewer, query }) => listVideos(context, viewer, 'new', query));
  serve(app, contract.popular, ({ viewer, query }) =>
    listVideos(context, viewer, 'popular', query),
  );
  serve(app, contract.interesting, ({ viewer, query }) =>
    listPicked(context, viewer, 'interesting', query),
  );
  serve(app, contract.same, ({ viewer, query, body }) =>
    listVideos(context, viewer, 'popular', { ...query, category: body.category }),
  );
  serve(app, contract.category, ({ viewer, query, body }) =>
    listVideos(context, viewer, 'new', { ...query, category: body.category }),
  );
  serve(app, contract.subscribedVideos, ({ viewer, query }) =>
    listSubscribedVideos(context, viewer, query),
  );

  serve(app, contract.video, async ({ viewer, params }) => ({
    video: await getVideo(context, viewer, params.id),
  }));
  serve(app, contract.isAdmin, async ({ viewer, params }) => ({
    isAdmin: await isStaffOf(context, viewer.id, params.videoId),
  }));
  serve(app, contract.removeVideo, ({ viewer, params }) =>
    done(removeVideo(context, viewer, params.id)),
  );
  serve(app, contract.createVideo, async ({ viewer, body, files }) => {
    const { date: _date, upload, ...text } = body;
    const clip = files.video[0] ?? upload;
    if (clip === undefined || clip === '') throw appError('no_video');
    const video = await publishVideo(context, viewer, {
      ...text,
      preview: files.preview,
      video: clip,
    });
    return { id: video._id, video };
  });
  serve(app, contract.editVideo, async ({ viewer, body, files }) => {
    const { date: _date, id, ...text } = body;
    return { id, video: await editVideo(context, viewer, id, { ...text, preview: files.preview }) };
  });

  serve(app, contract.view, ({ viewer, params }) => view(context, viewer, params.videoId));
  serve(app, contract.saveProgress, ({ viewer, params, body }) =>
    saveProgress(context, viewer, params.videoId, body.second),
  );
  for (const [route, state] of [
    [contract.likeVideo, 'on'],
    [contract.dislikeVideo, 'off'],
  ] as const)
    serve(app, route, async ({ viewer, params }) => {
      await getSeen(context, viewer, params.id);
      return like(context, reactions, viewer, params.id, state);
    });
  for (const [route, state] of [
    [contract.likeComment, 'on'],
    [contract.dislikeComment, 'off'],
  ] as const)
    serve(app, route, ({ viewer, params }) =>
      likeComment(context, reactions, viewer, params.id, state),
    );

  serve(app, extras.comments, async ({ viewer, params, query }) => {
    const [page] = await Promise.all([
      listComments(context, reactions, viewer, params.videoId, query),
      getSeen(context, viewer, params.videoId),
    ]);
    return page;
  });
  serve(app, extras.comment, async ({ viewer, params, body }) => {
    const { video } = await getSeen(context, viewer, params.videoId);
    if (body.second !== undefined && body.second > video.duration) throw appError('bad_second');
    return { comment: await comment(context, reactions, viewer, params.videoId, body) };
  });
  serve(app, extras.moments, async ({ viewer, params }) => {
    await getSeen(context, viewer, params.videoId);
    const found = await listMoments(context, reactions, viewer, params.videoId, VIDEOHOST.moments);
    return {
      moments: found.map(({ _id, second, text, likes, user, name, surname, avatarUrl }) => ({
        _id,
        second: second!,
        text,
        likes,
        user,
        name,
        surname,
        avatarUrl,
      })),
    };
  });

  serve(app, extras.history, ({ viewer, query }) => listHistory(context, viewer, query.before));
  serve(app, extras.removeFromHistory, ({ viewer, params }) =>
    done(forgetWatched(context.db, viewer.id, params.videoId)),
  );
  serve(app, extras.clearHistory, ({ viewer }) => done(forgetWatched(context.db, viewer.id)));
  serve(app, extras.later, ({ viewer, query }) => listLater(context, viewer, query.before));
  serve(app, extras.addLater, ({ viewer, params }) =>
    done(addLater(context, viewer, params.videoId)),
  );
  serve(app, extras.removeLater, ({ viewer, params }) =>
    done(removeLater(context.db, viewer.id, params.videoId)),
  );
  serve(app, extras.playlists, async ({ viewer, query }) => ({
    playlists: await playlists.listPlaylists(context, viewer, query.video),
  }));
  serve(app, extras.createPlaylist, async ({ viewer, body }) => ({
    playlist: await playlists.createPlaylist(context, viewer, body),
  }));
  serve(app, extras.playlist, ({ viewer, params, query }) =>
    playlists.getPlaylist(context, viewer, params.id, query.before),
  );
  serve(app, extras.editPlaylist, async ({ viewer, params, body }) => ({
    playlist: await playlists.editPlaylist(context, viewer, params.id, body),
  }));
  serve(app, extras.removePlaylist, ({ viewer, params }) =>
    done(playlists.removePlaylist(context, viewer, params.id)),
  );
  serve(app, extras.addToPlaylist, ({ viewer, params }) =>
    done(playlists.addToPlaylist(context, viewer, params.id, params.videoId)),
  );
  serve(app, extras.removeFromPlaylist, ({ viewer, params }) =>
    done(playlists.removeFromPlaylist(context, viewer, params.id, params.videoId)),
  );

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
