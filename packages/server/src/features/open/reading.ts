import type { Static } from 'typebox';
import type { OpenComment } from '@respa/contract/open';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { getGame } from '#features/catalogue/service.ts';
import { getFile } from '#features/cloud/service.ts';
import { findMiddleVideo } from '#features/media/service.ts';
import {
  listOpenArticles,
  presentOpenArticles,
  presentOpenCommunity,
} from '#features/communities/service.ts';
import { presentHead } from '#features/people/service.ts';
import { listCommentsForAll } from '#features/reactions/service.ts';
import {
  listOpenVideos,
  presentOpenChannel,
  presentOpenVideo,
} from '#features/videohost/service.ts';
import { getPost, listWall } from '#features/wall/service.ts';
import { getOpen } from './policy.ts';

// What everyone may read. Every function asks the policy first and throws `not_found` for the rest.

export const readCommunity = async (context: AppContext, id: string) =>
  presentOpenCommunity(await getOpen(context, 'community', id));
export const readArticles = async (context: AppContext, id: string, before?: string) =>
  listOpenArticles(context, await getOpen(context, 'community', id), before);
export async function readArticle(context: AppContext, id: string) {
  const { article, community } = await getOpen(context, 'article', id);
  return (await presentOpenArticles(context, community, [article]))[0]!;
}
export const readChannel = async (context: AppContext, id: string) =>
  presentOpenChannel(await getOpen(context, 'channel', id));
export const readVideos = async (context: AppContext, id: string, before?: string) =>
  listOpenVideos(context, (await getOpen(context, 'channel', id)).id, before);
export const readVideo = async (context: AppContext, id: string) =>
  presentOpenVideo(context, await getOpen(context, 'video', id));
export async function readPerson(context: AppContext, id: string) {
  const { owner, posts } = await getOpen(context, 'wall', id);
  return { ...presentHead(owner), postsCount: posts };
}
/** Returns the newest page of a wall, as the documented call returns it to visitors. */
export async function readWall(context: AppContext, id: string) {
  const { owner } = await getOpen(context, 'wall', id);
  return (await listWall(context, null, { userId: owner.id, page: 1, offset: 0 })).posts;
}
export async function readPost(context: AppContext, id: string) {
  await getOpen(context, 'post', id);
  return getPost(context, null, id);
}
export async function readGame(context: AppContext, id: string) {
  await getOpen(context, 'game', id);
  return getGame(context, null, id);
}
export async function readFile(context: AppContext, id: string) {
  await getOpen(context, 'file', id);
  return getFile(context, null, id);
}
/**
 * Returns the files with which a browser plays an open video, the best first: the original if it
 * plays as it is, all qualities as a stream, and one quality that needs no support of streams.
 */
export async function listPlayable(
  context: AppContext,
  { _id, videoUrl, stream }: { _id: string; videoUrl: string; stream: string },
): Promise<{ path: string; type: string }[]> {
  const at = (name: string, type: string) => ({ path: `/media/videohostvideos/${name}`, type });
  const single = videoUrl === '' ? await findMiddleVideo(context.db, _id) : undefined;
  return [
    ...(videoUrl === ''
      ? []
      : [at(videoUrl, videoUrl.endsWith('.webm') ? 'video/webm' : 'video/mp4')]),
    ...(stream === '' ? [] : [at(stream, 'application/vnd.apple.mpegurl')]),
    ...(single === undefined ? [] : [at(single, 'video/mp4')]),
  ];
}
/** Returns the comments that were written since their object is open. */
export async function readComments(
  context: AppContext,
  kind: 'article' | 'video',
  id: string,
  before?: string,
): Promise<{ comments: Static<typeof OpenComment>[]; isLast: boolean }> {
  const since =
    kind === 'video'
      ? (await getOpen(context, 'video', id)).opened_at
      : (await getOpen(context, 'article', id)).community.opened_at;
  const { comments, isLast } = await listCommentsForAll(context, id, { since, before });
  return {
    comments: comments.map(({ _id, name, date, text, likes }) => ({
      _id,
      name,
      date,
      text,
      likes,
    })),
    isLast,
  };
}
