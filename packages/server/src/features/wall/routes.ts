import * as authoring from '@respa/contract/authoring';
import * as wall from '@respa/contract/wall';
import { serve, type House } from '#platform/serve.ts';
import { getHead, getPost, listDrafts, listFriendsPosts, listWall } from './service.ts';
import { createPost, editPost, pinPost, publishDraft, removePost, unpinPost } from './writing.ts';

export function mountWall(house: House): void {
  const { ground } = house;
  serve(house, wall.create, async ({ viewer, body, files }) => ({
    post: await createPost(ground, viewer, {
      ...body,
      draft: body.draft === 'true',
      files: files.file,
    }),
  }));
  serve(house, authoring.edit, async ({ viewer, params, body, files }) => ({
    post: await editPost(ground, viewer, params.id, { ...body, files: files.file }),
  }));
  serve(house, authoring.publish, async ({ viewer, params }) => ({
    post: await publishDraft(ground, viewer, params.id),
  }));
  for (const [route, act] of [
    [authoring.pin, pinPost],
    [authoring.unpin, unpinPost],
    [wall.remove, removePost],
  ] as const) {
    serve(house, route, async ({ viewer, params }) => {
      await act(ground, viewer, params.id);
      return { ok: true };
    });
  }
  serve(house, authoring.drafts, ({ viewer, query }) => listDrafts(ground, viewer, query.before));
  serve(house, wall.list, ({ viewer, params, query }) =>
    listWall(ground, viewer, { ...params, ...query }),
  );
  serve(house, wall.one, async ({ viewer, params }) => ({
    post: await getPost(ground, viewer, params.id),
  }));
  serve(house, wall.friendsNews, ({ viewer, query }) =>
    listFriendsPosts(ground, viewer, query.before),
  );
  serve(house, wall.postHead, ({ viewer, params }) => getHead(ground, viewer, params.id));
}
