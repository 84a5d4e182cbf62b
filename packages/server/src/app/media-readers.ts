import type { FastifyRequest } from 'fastify';
import { MEDIA_COOKIE } from '#features/account/routes.ts';
import { isMember } from '#features/chats/room-queries.ts';
import { maySeeAd } from '#features/classifieds/service.ts';
import { maySeeFile } from '#features/cloud/service.ts';
import { registerReader, type Reader } from '#features/media/service.ts';
import { maySeePromo } from '#features/promos/service.ts';
import { maySeeArticle } from '#features/publics/articles.ts';
import { maySeePhoto } from '#features/photos/service.ts';
import { isListed, maySeeVideo } from '#features/videohost/service.ts';
import { maySeePost } from '#features/wall/service.ts';
import type { Ground } from '#platform/ground.ts';

const COOKIE = new RegExp(`(?:^|;\\s*)${MEDIA_COOKIE}=([A-Za-z0-9_-]{20,200})(?:;|$)`);

/** The token of the cookie that is good for reading media and nothing else, or null. */
export const mediaTokenOf = (request: FastifyRequest): string | null =>
  COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? null;

/** Who may read what is not for all: whoever is in the room now, and whoever may see the post, the photo or the file. */
export function registerReaders(ground: Ground): void {
  const whoIsInTheRoom: Reader = async (viewerId, { scope_id: roomId }) =>
    viewerId !== null && roomId !== null && isMember(ground.db, roomId, viewerId);
  for (const folder of [
    'message-images',
    'message-videos',
    'message-audio',
    'room-backgrounds',
    'chatavatars',
  ] as const)
    registerReader(ground, folder, whoIsInTheRoom);
  registerReader(
    ground,
    'cloud',
    async (viewerId, { scope_id: fileId }) =>
      fileId !== null && maySeeFile(ground, viewerId, fileId),
  );
  registerReader(
    ground,
    'userposts',
    async (viewerId, { scope_id: postId }) =>
      postId !== null && maySeePost(ground, viewerId, postId),
  );
  registerReader(
    ground,
    'publicposts',
    async (viewerId, { scope_id: postId }) =>
      postId !== null && maySeeArticle(ground, viewerId, postId),
  );
  registerReader(
    ground,
    'videohostvideos',
    async (viewerId, { scope_id: videoId }) =>
      videoId !== null && maySeeVideo(ground, viewerId, videoId),
  );
  registerReader(
    ground,
    'videopreviews',
    async (viewerId, { scope_id: videoId }) =>
      videoId !== null &&
      (viewerId === null ? isListed(ground, videoId) : maySeeVideo(ground, viewerId, videoId)),
  );
  registerReader(
    ground,
    'ads',
    async (viewerId, { scope_id: adId }) => adId !== null && maySeeAd(ground, viewerId, adId),
  );
  registerReader(
    ground,
    'inneradimages',
    async (viewerId, { scope_id: promoId }) =>
      promoId !== null && maySeePromo(ground, viewerId, promoId),
  );
  registerReader(
    ground,
    'userphotos',
    async (viewerId, { scope_id: photoId }) =>
      photoId !== null && maySeePhoto(ground, viewerId, photoId),
  );
}
