import { findGroupLeader, findMessageAuthor } from '#features/chats/service.ts';
import { isGame } from '#features/catalogue/service.ts';
import { moderateGames } from '#features/catalogue/moderation.ts';
import { moderateGroups, moderateMessages } from '#features/chats/moderation.ts';
import { moderateAds } from '#features/classifieds/moderation.ts';
import { findAdOwner } from '#features/classifieds/service.ts';
import { moderateFiles } from '#features/cloud/moderation.ts';
import { findFileOwner } from '#features/cloud/service.ts';
import { moderatePeople } from '#features/people/moderation.ts';
import { findPersonFor } from '#features/people/service.ts';
import { moderatePhotos } from '#features/photos/moderation.ts';
import { findPhotoOwner } from '#features/photos/service.ts';
import { moderatePacks } from '#features/stickers/moderation.ts';
import { findPackOwner } from '#features/stickers/service.ts';
import { moderatePromos } from '#features/promos/moderation.ts';
import { findPromoOwner } from '#features/promos/service.ts';
import { moderateArticles, moderateCommunities } from '#features/communities/moderation.ts';
import { findLeader, findGroupOf } from '#features/communities/service.ts';
import { moderateComments } from '#features/reactions/moderation.ts';
import { findCommentAuthor, type Reactions } from '#features/reactions/service.ts';
import { PLATFORM_OWNER, type Reports } from '#features/reports/service.ts';
import { moderateChannels, moderateVideos } from '#features/videohost/moderation.ts';
import { findChannelOwner, findVideoOwner } from '#features/videohost/service.ts';
import { moderatePosts } from '#features/wall/moderation.ts';
import { findPostAuthor } from '#features/wall/service.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

/**
 * Registers what members may report, its owner, and what the admin may do about it: one line per
 * kind.
 */
export function registerReportable(
  context: AppContext,
  reports: Reports,
  reactions: Reactions,
): void {
  reports.registerKind(
    'person',
    async (viewerId, id) => (await findPersonFor(context.db, id, viewerId))?.id ?? null,
    moderatePeople(context),
  );
  reports.registerKind(
    'userpost',
    (viewerId, id) => findPostAuthor(context, viewerId, id),
    moderatePosts(context),
  );
  reports.registerKind(
    'userphoto',
    (viewerId, id) => findPhotoOwner(context, viewerId, id),
    moderatePhotos(context),
  );
  reports.registerKind(
    'public',
    (_viewerId, id) => findLeader(context, id),
    moderateCommunities(context),
  );
  reports.registerKind(
    'publicpost',
    async (viewerId, id) => (await findGroupOf(context, viewerId, id))?.admin_id ?? null,
    moderateArticles(context),
  );
  reports.registerKind(
    'game',
    async (_viewerId, id) => ((await isGame(context, id)) ? PLATFORM_OWNER : null),
    moderateGames(context),
  );
  reports.registerKind(
    'channel',
    (viewerId, id) => findChannelOwner(context, viewerId, id),
    moderateChannels(context),
  );
  reports.registerKind(
    'video',
    (viewerId, id) => findVideoOwner(context, viewerId, id),
    moderateVideos(context),
  );
  reports.registerKind(
    'ad',
    (viewerId, id) => findAdOwner(context, viewerId, id),
    moderateAds(context),
  );
  reports.registerKind(
    'promo',
    (viewerId, id) => findPromoOwner(context, viewerId, id),
    moderatePromos(context),
  );
  reports.registerKind(
    'stickers',
    (viewerId, id) => findPackOwner(context, viewerId, id),
    moderatePacks(context),
  );
  reports.registerKind(
    'file',
    (viewerId, id) => findFileOwner(context, viewerId, id),
    moderateFiles(context),
  );
  reports.registerKind(
    'comment',
    (viewerId, id) => findCommentAuthor(context, reactions, viewerId, id),
    moderateComments(context),
  );
  reports.registerKind(
    'message',
    (viewerId, id) => findMessageAuthor(context, viewerId, id),
    moderateMessages(context),
  );
  reports.registerKind(
    'group',
    (viewerId, id) => findGroupLeader(context, viewerId, id),
    moderateGroups(context),
  );
}
