import { createCommunity } from '#features/communities/communities.ts';
import { dateArticle, dateOpening } from '#features/communities/seed.ts';
import { addEditor } from '#features/communities/staff/staff.ts';
import { subscribe } from '#features/communities/staff/subscriptions.ts';
import { createArticle, propose } from '#features/communities/articles/writing.ts';
import type { Scene } from './scenes.ts';
import type { Players, Stage } from './stage.ts';

async function write(
  { context, viewerOf, draw, communities }: Stage,
  scene: Scene & { does: 'publishes' | 'proposes' },
  at: Date,
): Promise<string> {
  const create = scene.does === 'publishes' ? createArticle : propose;
  const article = await create(context, viewerOf(scene.who), communities.get(scene.group)!, {
    title: scene.title,
    text: scene.text,
    files: await draw('file', scene.pictures, 1280, 800),
  });
  await dateArticle(context.db, article._id, at);
  return article._id;
}

/** Scenes of communities and their articles. */
export const COMMUNITIES: Players<'founds' | 'follows' | 'trusts' | 'publishes' | 'proposes'> = {
  async founds({ context, viewerOf, draw, communities }, scene, at) {
    const made = await createCommunity(context, viewerOf(scene.who), {
      name: scene.name,
      description: scene.description,
      readers: 'all',
      avatar: await draw('avatar', [scene.avatar], 320, 320),
      cover: await draw('banner', [scene.cover], 1280, 306),
    });
    await dateOpening(context.db, made._id, at);
    communities.set(scene.group, made._id);
  },
  follows: ({ context, viewerOf, communities }, scene) =>
    subscribe(context, viewerOf(scene.who), communities.get(scene.group)!, 'on'),
  trusts: ({ context, viewerOf, idOf, communities }, scene) =>
    addEditor(context, viewerOf(scene.who), communities.get(scene.group)!, idOf(scene.whom)),
  async publishes(stage, scene, at) {
    stage.posts.set(scene.key, await write(stage, scene, at));
  },
  proposes: write,
};
