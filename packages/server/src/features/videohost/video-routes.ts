import { appError } from '@respa/contract/app-errors';
import { VIDEOHOST } from '@respa/contract/limits';
import * as extras from '@respa/contract/video-extras';
import * as contract from '@respa/contract/videohost';
import { done, serve, type App } from '#platform/http/serve.ts';
import {
  comment,
  like,
  likeComment,
  listComments,
  listMoments,
  type Reactions,
} from '#features/reactions/service.ts';
import { getMembership } from './channels/channels.ts';
import { listNew, listOfChannel, listPicked, listSubscribedVideos, listVideos } from './lists.ts';
import { assertSelf } from './policy.ts';
import { publishVideo } from './publishing.ts';
import { editVideo, getSeen, getVideo, isStaffOf, removeVideo } from './videos.ts';
import { saveProgress, view } from './watching/watching.ts';

/** Mounts the lists of videos. */
export function mountVideoLists(app: App): void {
  const { context } = app;

  serve(app, contract.videosCount, async ({ viewer, params }) => ({
    count: (await getMembership(context, viewer, params.channelId)).videos_count,
  }));
  serve(app, contract.author, async ({ viewer, params }) => ({
    name: (await getMembership(context, viewer, params.channelId)).name,
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
}

/** Mounts the calls on one video. */
export function mountVideos(app: App): void {
  const { context } = app;

  serve(app, contract.video, async ({ viewer, params }) => ({
    video: await getVideo(context, viewer, params.id),
  }));
  serve(app, contract.isAdmin, async ({ viewer, params }) => {
    await getSeen(context, viewer, params.videoId);
    return { isAdmin: await isStaffOf(context, viewer.id, params.videoId) };
  });
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
}

/** Mounts the likes and comments of videos. */
export function mountVideoReactions(app: App, reactions: Reactions): void {
  const { context } = app;

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
}
