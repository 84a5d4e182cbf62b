import * as wall from '@respa/contract/wall';
import { serve, type House } from '#platform/serve.ts';
import { createPost, getHead, getPost, listFriendsPosts, listWall, removePost } from './service.ts';

export function mountWall(house: House): void {
  const { ground } = house;
  serve(house, wall.create, async ({ viewer, body, files }) => ({ post: await createPost(ground, viewer, { ...body, files: files.file }) }));
  serve(house, wall.remove, async ({ viewer, params }) => {
    await removePost(ground, viewer, params.id);
    return { ok: true };
  });
  serve(house, wall.list, ({ viewer, params, query }) => listWall(ground, viewer, { ...params, ...query }));
  serve(house, wall.one, async ({ viewer, params }) => ({ post: await getPost(ground, viewer, params.id) }));
  serve(house, wall.friendsNews, ({ viewer, query }) => listFriendsPosts(ground, viewer, query.before));
  serve(house, wall.postHead, ({ viewer, params }) => getHead(ground, viewer, params.id));
}
