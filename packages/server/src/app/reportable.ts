import { isGame } from '#features/catalogue/games.ts';
import { moderateGames } from '#features/catalogue/moderation.ts';
import { findGroupLeader } from '#features/chats/groups.ts';
import { findMessageAuthor } from '#features/chats/messages.ts';
import { moderateGroups, moderateMessages } from '#features/chats/moderation.ts';
import { moderateAds } from '#features/classifieds/moderation.ts';
import { findAdOwner } from '#features/classifieds/service.ts';
import { moderateFiles } from '#features/cloud/moderation.ts';
import { findFileOwner } from '#features/cloud/service.ts';
import { moderatePeople } from '#features/people/moderation.ts';
import { findPersonFor } from '#features/people/service.ts';
import { moderatePhotos } from '#features/photos/moderation.ts';
import { findPhotoOwner } from '#features/photos/service.ts';
import { moderatePromos } from '#features/promos/moderation.ts';
import { findPromoOwner } from '#features/promos/service.ts';
import { findGroupOf } from '#features/publics/articles.ts';
import { moderateArticles, moderatePublics } from '#features/publics/moderation.ts';
import { findLeader } from '#features/publics/service.ts';
import { moderateComments } from '#features/reactions/moderation.ts';
import { findCommentAuthor, type Reactions } from '#features/reactions/service.ts';
import { NOBODYS, type Reports } from '#features/reports/service.ts';
import { moderateChannels, moderateVideos } from '#features/videohost/moderation.ts';
import { findChannelOwner, findVideoOwner } from '#features/videohost/service.ts';
import { moderatePosts } from '#features/wall/moderation.ts';
import { findPostAuthor } from '#features/wall/service.ts';
import type { Ground } from '#platform/ground.ts';

/** What members may report, whose it is, and what the admin may do about it: a line for each kind. */
export function registerReportable(ground: Ground, reports: Reports, reactions: Reactions): void {
  reports.know(
    'person',
    async (viewerId, id) => (await findPersonFor(ground.db, id, viewerId))?.id ?? null,
    moderatePeople(ground),
  );
  reports.know(
    'userpost',
    (viewerId, id) => findPostAuthor(ground, viewerId, id),
    moderatePosts(ground),
  );
  reports.know(
    'userphoto',
    (viewerId, id) => findPhotoOwner(ground, viewerId, id),
    moderatePhotos(ground),
  );
  reports.know('public', (_viewerId, id) => findLeader(ground, id), moderatePublics(ground));
  reports.know(
    'publicpost',
    async (viewerId, id) => (await findGroupOf(ground, viewerId, id))?.admin_id ?? null,
    moderateArticles(ground),
  );
  reports.know(
    'game',
    async (_viewerId, id) => ((await isGame(ground, id)) ? NOBODYS : null),
    moderateGames(ground),
  );
  reports.know(
    'channel',
    (viewerId, id) => findChannelOwner(ground, viewerId, id),
    moderateChannels(ground),
  );
  reports.know(
    'video',
    (viewerId, id) => findVideoOwner(ground, viewerId, id),
    moderateVideos(ground),
  );
  reports.know('ad', (viewerId, id) => findAdOwner(ground, viewerId, id), moderateAds(ground));
  reports.know(
    'promo',
    (viewerId, id) => findPromoOwner(ground, viewerId, id),
    moderatePromos(ground),
  );
  reports.know(
    'file',
    (viewerId, id) => findFileOwner(ground, viewerId, id),
    moderateFiles(ground),
  );
  reports.know(
    'comment',
    (viewerId, id) => findCommentAuthor(ground, reactions, viewerId, id),
    moderateComments(ground),
  );
  reports.know(
    'message',
    (viewerId, id) => findMessageAuthor(ground, viewerId, id),
    moderateMessages(ground),
  );
  reports.know(
    'group',
    (viewerId, id) => findGroupLeader(ground, viewerId, id),
    moderateGroups(ground),
  );
}
