import { fault } from '@respa/contract/faults';
import { VIDEOHOST } from '@respa/contract/limits';
import * as extras from '@respa/contract/video-extras';
import * as contract from '@respa/contract/videohost';
import { done, serve, type Call, type House, type Viewer } from '#platform/serve.ts';
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
import { admitFilms, publishVideo } from './publishing.ts';
import { keepRanking } from './ranking.ts';
import { isSubscribed, listSubscribed, subscribe } from './subscriptions.ts';
import { tellSubscribers } from './telling.ts';
import { editVideo, getSeen, getVideo, isRunBy, removeVideo } from './videos.ts';
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
/** Calls that name a member answer that member alone (decisions.md). */
const assertSelf = (viewer: Viewer, userId: string): void => {
  if (userId.toLowerCase() !== viewer.id) throw fault('forbidden');
};

/** Mounts the video host, and the jobs that process, tell of and rank videos. */
export async function mountVideohost(house: House, reactions: Reactions): Promise<void> {
  const { ground } = house;

  serve(house, contract.channelByAdmin, async ({ viewer, params }) => ({
    channel: await channels.findChannelOf(ground, viewer, params.userId),
  }));
  for (const [route, few] of [
    [contract.recommendedChannelsMain, true],
    [contract.recommendedChannels, false],
  ] as const)
    serve(house, route, ({ viewer, params, query }) => {
      assertSelf(viewer, params.userId);
      return listRecommendedChannels(ground, viewer, query, few);
    });
  for (const [route, few] of [
    [contract.subscribedMain, true],
    [contract.subscribed, false],
  ] as const)
    serve(house, route, ({ viewer, params, query }) => {
      assertSelf(viewer, params.userId);
      return listSubscribed(ground, viewer, query, few);
    });
  serve(house, contract.allChannels, ({ viewer, query }) =>
    channels.listChannels(ground, viewer, query),
  );
  serve(house, contract.ownChannels, async ({ viewer }) => ({
    channels: await channels.listOwn(ground, viewer),
  }));
  serve(house, contract.channel, async ({ viewer, params }) => ({
    channel: await channels.getChannel(ground, viewer, params.id),
  }));
  serve(house, contract.subscribersCount, async ({ viewer, params }) => ({
    subscribers: (await channels.getStanding(ground, viewer, params.channelId)).subscribers_count,
  }));
  serve(house, contract.removeChannel, ({ viewer, params }) =>
    done(channels.removeChannel(ground, viewer, params.id)),
  );
  serve(house, contract.createChannel, async ({ viewer, ...form }) => ({
    ok: true,
    channel: await channels.createChannel(ground, viewer, headerOf(form)),
  }));
  serve(house, contract.channelByName, async ({ viewer, body }) => ({
    channel: await channels.getNamed(ground, viewer, body.name),
  }));
  serve(house, contract.editChannel, async ({ viewer, params, ...form }) => ({
    channel: await channels.editChannel(ground, viewer, params.id, headerOf(form)),
  }));
  serve(house, contract.helpers, ({ viewer, params }) =>
    channels.listHelpers(ground, viewer, params.id),
  );
  serve(house, contract.addHelper, ({ viewer, params }) =>
    done(channels.addHelper(ground, viewer, params.id, params.userId)),
  );
  serve(house, contract.removeHelper, ({ viewer, params }) =>
    done(channels.removeHelper(ground, viewer, params.id, params.userId)),
  );
  serve(house, contract.isSubscriber, async ({ viewer, params }) => ({
    isSubscriber: await isSubscribed(ground, viewer, params.channelId),
  }));
  serve(house, contract.subscribe, ({ viewer, params, query }) =>
    subscribe(ground, viewer, params.channelId, query.state),
  );

  serve(house, contract.videosCount, async ({ viewer, params }) => ({
    count: (await channels.getStanding(ground, viewer, params.channelId)).videos_count,
  }));
  serve(house, contract.author, async ({ viewer, params }) => ({
    name: (await channels.getStanding(ground, viewer, params.channelId)).name,
  }));
  for (const [route, few] of [
    [contract.recommendedMain, true],
    [contract.recommended, false],
  ] as const)
    serve(house, route, ({ viewer, params, query }) => {
      assertSelf(viewer, params.userId);
      return listPicked(ground, viewer, 'recommended', query, few);
    });
  serve(house, contract.channelVideos, ({ viewer, params, query }) =>
    listOfChannel(ground, viewer, params.channelId, query),
  );
  serve(house, contract.newVideos, ({ viewer, params, query }) =>
    listNew(ground, viewer, params.date, query),
  );
  serve(house, contract.allVideos, ({ viewer, query }) => listVideos(ground, viewer, 'new', query));
  serve(house, contract.popular, ({ viewer, query }) =>
    listVideos(ground, viewer, 'popular', query),
  );
  serve(house, contract.interesting, ({ viewer, query }) =>
    listPicked(ground, viewer, 'interesting', query),
  );
  serve(house, contract.same, ({ viewer, query, body }) =>
    listVideos(ground, viewer, 'popular', { ...query, category: body.category }),
  );
  serve(house, contract.category, ({ viewer, query, body }) =>
    listVideos(ground, viewer, 'new', { ...query, category: body.category }),
  );
  serve(house, contract.subscribedVideos, ({ viewer, query }) =>
    listSubscribedVideos(ground, viewer, query),
  );

  serve(house, contract.video, async ({ viewer, params }) => ({
    video: await getVideo(ground, viewer, params.id),
  }));
  serve(house, contract.isAdmin, async ({ viewer, params }) => ({
    isAdmin: await isRunBy(ground, viewer.id, params.videoId),
  }));
  serve(house, contract.removeVideo, ({ viewer, params }) =>
    done(removeVideo(ground, viewer, params.id)),
  );
  serve(house, contract.createVideo, async ({ viewer, body, files }) => {
    const { date: _date, upload, ...text } = body;
    const film = files.video[0] ?? upload;
    if (film === undefined || film === '') throw fault('no_video');
    const video = await publishVideo(ground, viewer, { ...text, preview: files.preview, film });
    return { id: video._id, video };
  });
  serve(house, contract.editVideo, async ({ viewer, body, files }) => {
    const { date: _date, id, ...text } = body;
    return { id, video: await editVideo(ground, viewer, id, { ...text, preview: files.preview }) };
  });

  serve(house, contract.view, ({ viewer, params }) => view(ground, viewer, params.videoId));
  serve(house, contract.saveProgress, ({ viewer, params, body }) =>
    saveProgress(ground, viewer, params.videoId, body.second),
  );
  for (const [route, state] of [
    [contract.likeVideo, 'on'],
    [contract.dislikeVideo, 'off'],
  ] as const)
    serve(house, route, async ({ viewer, params }) => {
      await getSeen(ground, viewer, params.id);
      return like(ground, reactions, viewer, params.id, state);
    });
  for (const [route, state] of [
    [contract.likeComment, 'on'],
    [contract.dislikeComment, 'off'],
  ] as const)
    serve(house, route, ({ viewer, params }) =>
      likeComment(ground, reactions, viewer, params.id, state),
    );

  serve(house, extras.comments, async ({ viewer, params, query }) => {
    const [page] = await Promise.all([
      listComments(ground, reactions, viewer, params.videoId, query),
      getSeen(ground, viewer, params.videoId),
    ]);
    return page;
  });
  serve(house, extras.comment, async ({ viewer, params, body }) => {
    const { video } = await getSeen(ground, viewer, params.videoId);
    if (body.second !== undefined && body.second > video.duration) throw fault('bad_second');
    return { comment: await comment(ground, reactions, viewer, params.videoId, body) };
  });
  serve(house, extras.moments, async ({ viewer, params }) => {
    await getSeen(ground, viewer, params.videoId);
    const found = await listMoments(ground, reactions, viewer, params.videoId, VIDEOHOST.moments);
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

  serve(house, extras.history, ({ viewer, query }) => listHistory(ground, viewer, query.before));
  serve(house, extras.removeFromHistory, ({ viewer, params }) =>
    done(forgetWatched(ground.db, viewer.id, params.videoId)),
  );
  serve(house, extras.clearHistory, ({ viewer }) => done(forgetWatched(ground.db, viewer.id)));
  serve(house, extras.later, ({ viewer, query }) => listLater(ground, viewer, query.before));
  serve(house, extras.addLater, ({ viewer, params }) =>
    done(addLater(ground, viewer, params.videoId)),
  );
  serve(house, extras.removeLater, ({ viewer, params }) =>
    done(removeLater(ground.db, viewer.id, params.videoId)),
  );
  serve(house, extras.playlists, async ({ viewer, query }) => ({
    playlists: await playlists.listPlaylists(ground, viewer, query.video),
  }));
  serve(house, extras.createPlaylist, async ({ viewer, body }) => ({
    playlist: await playlists.createPlaylist(ground, viewer, body),
  }));
  serve(house, extras.playlist, ({ viewer, params, query }) =>
    playlists.getPlaylist(ground, viewer, params.id, query.before),
  );
  serve(house, extras.editPlaylist, async ({ viewer, params, body }) => ({
    playlist: await playlists.editPlaylist(ground, viewer, params.id, body),
  }));
  serve(house, extras.removePlaylist, ({ viewer, params }) =>
    done(playlists.removePlaylist(ground, viewer, params.id)),
  );
  serve(house, extras.addToPlaylist, ({ viewer, params }) =>
    done(playlists.addToPlaylist(ground, viewer, params.id, params.videoId)),
  );
  serve(house, extras.removeFromPlaylist, ({ viewer, params }) =>
    done(playlists.removeFromPlaylist(ground, viewer, params.id, params.videoId)),
  );

  admitFilms(ground);
  ground.jobs.on('videos.tell', ({ id, after }) => tellSubscribers(ground, id, after));
  keepRanking(ground);
  // A job that nobody here can do waits for a server that can.
  if ((await encoderOf(ground)) !== null)
    ground.jobs.on('videos.process', ({ id }, stopping) => processVideo(ground, id, stopping));
  else
    ground.say(
      'Видео: ffmpeg не найден. Принимаются только MP4 с H.264 и AAC, без других качеств, кадров для перемотки и выравнивания звука.',
    );
}
