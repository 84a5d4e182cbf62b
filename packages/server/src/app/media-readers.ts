import type { FastifyRequest } from 'fastify';
import { MEDIA_COOKIE } from '#features/account/routes.ts';
import { isMember } from '#features/chats/room-queries.ts';
import { registerReader, type Reader } from '#features/media/service.ts';
import type { Ground } from '#platform/ground.ts';

const COOKIE = new RegExp(`(?:^|;\\s*)${MEDIA_COOKIE}=([A-Za-z0-9_-]{20,200})(?:;|$)`);

/** The token of the cookie that is good for reading media and nothing else, or null. */
export const mediaTokenOf = (request: FastifyRequest): string | null => COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? null;

/** Who may read what is private: whoever is in the room now. */
export function registerReaders(ground: Ground): void {
  const whoIsInTheRoom: Reader = async (viewerId, { scope_id: roomId }) => viewerId !== null && roomId !== null && isMember(ground.db, roomId, viewerId);
  for (const folder of ['message-images', 'message-videos', 'message-audio', 'room-backgrounds'] as const) registerReader(ground, folder, whoIsInTheRoom);
}
