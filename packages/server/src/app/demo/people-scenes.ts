import { acceptRequest, requestFriendship } from '#features/friends/service.ts';
import { updateImages, visit } from '#features/profile/service.ts';
import { dateComment } from '#features/reactions/seed.ts';
import { comment, like } from '#features/reactions/service.ts';
import { datePost } from '#features/wall/seed.ts';
import { createPost } from '#features/wall/writing.ts';
import type { Players } from './stage.ts';

/** Scenes of profiles, friends and walls. */
export const PEOPLE: Players<
  'looks' | 'asks' | 'accepts' | 'visits' | 'posts' | 'likes' | 'comments'
> = {
  looks: async ({ context, viewerOf, draw }, scene) =>
    updateImages(
      context,
      viewerOf(scene.who),
      {
        avatar: await draw('avatar', [scene.avatar], 320, 320),
        cover: await draw('banner', [scene.cover], 1280, 440),
      },
      {},
    ),
  asks: ({ context, viewerOf, idOf }, scene) =>
    requestFriendship(context, viewerOf(scene.who), idOf(scene.whom)),
  accepts: ({ context, viewerOf, idOf }, scene) =>
    acceptRequest(context, viewerOf(scene.who), idOf(scene.whom)),
  visits: ({ context, viewerOf, idOf }, scene) =>
    visit(context, viewerOf(scene.who), idOf(scene.whom)),
  async posts({ context, viewerOf, draw, posts }, scene, at) {
    const post = await createPost(context, viewerOf(scene.who), {
      title: scene.text,
      files: await draw('file', scene.pictures ?? [], 1280, 800),
    });
    posts.set(scene.key, post._id);
    await datePost(context.db, post._id, at);
  },
  likes: ({ context, reactions, viewerOf, posts }, scene) =>
    like(context, reactions, viewerOf(scene.who), posts.get(scene.post)!, 'on'),
  async comments({ context, reactions, viewerOf, posts }, scene, at) {
    const { _id: id } = await comment(
      context,
      reactions,
      viewerOf(scene.who),
      posts.get(scene.post)!,
      { text: scene.text },
    );
    await dateComment(context.db, id, at);
  },
};
