import * as authoring from '@respa/contract/authoring';
import * as sharing from '@respa/contract/sharing';
import * as wall from '@respa/contract/wall';
import { serve, type App } from '#platform/http/serve.ts';
import { getOriginal } from '#features/sharing/service.ts';
import {
  getHead,
  getPost,
  listDrafts,
  listFriendsPosts,
  listPostVersions,
  listWall,
} from './service.ts';
import { publishDraft, publishDue } from './publishing.ts';
import { createPost, editPost, pinPost, removePost, unpinPost } from './writing.ts';

export function mountWall(app: App): void {
  const { context } = app;
  serve(app, wall.create, async ({ viewer, body, files }) => ({
    post: await createPost(context, viewer, {
      ...body,
      draft: body.draft === 'true',
      files: files.file,
    }),
  }));
  serve(app, sharing.toWall, async ({ viewer, params, body: { text, ...body } }) => {
    const repost = await getOriginal(context, viewer, params);
    const input = { ...body, title: text ?? '', files: [], repost };
    return { id: (await createPost(context, viewer, input))._id };
  });
  serve(app, authoring.edit, async ({ viewer, params, body, files }) => ({
    post: await editPost(context, viewer, params.id, { ...body, files: files.file }),
  }));
  serve(app, authoring.publish, async ({ viewer, params }) => ({
    post: await publishDraft(context, viewer, params.id),
  }));
  for (const [route, act] of [
    [authoring.pin, pinPost],
    [authoring.unpin, unpinPost],
    [wall.remove, removePost],
  ] as const) {
    serve(app, route, async ({ viewer, params }) => {
      await act(context, viewer, params.id);
      return { ok: true };
    });
  }
  serve(app, authoring.drafts, ({ viewer, query }) =>
    listDrafts(context, viewer, 'draft', query.before),
  );
  serve(app, authoring.scheduled, ({ viewer, query }) =>
    listDrafts(context, viewer, 'scheduled', query.before),
  );
  serve(app, wall.versions, ({ viewer, params }) => listPostVersions(context, viewer, params.id));
  context.jobs.on('wall.publish', ({ id }) => publishDue(context, id));
  serve(app, wall.list, ({ viewer, params, query }) =>
    listWall(context, viewer, { ...params, ...query }),
  );
  serve(app, wall.one, async ({ viewer, params }) => ({
    post: await getPost(context, viewer, params.id),
  }));
  serve(app, wall.friendsNews, ({ viewer, query }) =>
    listFriendsPosts(context, viewer, query.before),
  );
  serve(app, wall.postHead, ({ viewer, params }) => getHead(context, viewer, params.id));
}
