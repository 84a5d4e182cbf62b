import type { FastifyRequest } from 'fastify';
import { maySeeArticle } from '#features/communities/service.ts';
import { isMember } from '#features/chats/service.ts';
import { MEDIA_COOKIE } from '#features/account/service.ts';
import { maySeeAd } from '#features/classifieds/service.ts';
import { maySeeFile } from '#features/cloud/service.ts';
import { registerReader, type Reader } from '#features/media/service.ts';
import { maySeePromo } from '#features/promos/service.ts';
import { maySeePhoto } from '#features/photos/service.ts';
import { isListed, maySeeVideo } from '#features/videohost/service.ts';
import { findOpen } from '#features/open/service.ts';
import { maySeePost } from '#features/wall/service.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

const COOKIE = new RegExp(`(?:^|;\\s*)${MEDIA_COOKIE}=([A-Za-z0-9_-]{20,200})(?:;|$)`);

/** Returns the token of the cookie that is valid only for reading media, or null. */
export const mediaTokenOf = (request: FastifyRequest): string | null =>
  COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? null;

/**
 * Registers who may read restricted media: current members of the room, and viewers who may see the
 * post, the photo or the file.
 */
export function registerReaders(context: AppContext): void {
  const whoIsInTheRoom: Reader = async (viewerId, { scope_id: roomId }) =>
    viewerId !== null && roomId !== null && isMember(context.db, roomId, viewerId);
  for (const folder of [
    'message-images',
    'message-videos',
    'message-audio',
    'message-files',
    'room-backgrounds',
    'chatavatars',
  ] as const)
    registerReader(context, folder, whoIsInTheRoom);
  registerReader(
    context,
    'cloud',
    async (viewerId, { scope_id: fileId }) =>
      fileId !== null && maySeeFile(context, viewerId, fileId),
  );
  registerReader(
    context,
    'userposts',
    async (viewerId, { scope_id: postId }) =>
      postId !== null && maySeePost(context, viewerId, postId),
  );
  registerReader(
    context,
    'publicposts',
    async (viewerId, { scope_id: postId }) =>
      postId !== null && maySeeArticle(context, viewerId, postId),
  );
  registerReader(
    context,
    'videohostvideos',
    async (viewerId, { scope_id: videoId }) =>
      videoId !== null &&
      (viewerId === null
        ? (await findOpen(context, 'video', videoId)) !== null
        : maySeeVideo(context, viewerId, videoId)),
  );
  registerReader(
    context,
    'videopreviews',
    async (viewerId, { scope_id: videoId }) =>
      videoId !== null &&
      (viewerId === null ? isListed(context, videoId) : maySeeVideo(context, viewerId, videoId)),
  );
  registerReader(
    context,
    'ads',
    async (viewerId, { scope_id: adId }) => adId !== null && maySeeAd(context, viewerId, adId),
  );
  registerReader(
    context,
    'inneradimages',
    async (viewerId, { scope_id: promoId }) =>
      promoId !== null && maySeePromo(context, viewerId, promoId),
  );
  registerReader(
    context,
    'userphotos',
    async (viewerId, { scope_id: photoId }) =>
      photoId !== null && maySeePhoto(context, viewerId, photoId),
  );
}
