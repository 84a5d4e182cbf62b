import { ANSWER_TITLE, COMMENT_MENTION_TITLE, reactionTitle } from '@respa/contract/notifications';
import { HOUR_MS } from '@respa/contract/durations';
import type { FastifyRequest } from 'fastify';
import {
  admitToArticle,
  admitToComments as admitToArticleComments,
  findPollAccess as findArticlePollAccess,
  maySeeArticle,
  runsArticle,
  noteReaction,
  listPublicChannels,
} from '#features/communities/service.ts';
import {
  findMessageAuthor,
  findPollAccess as findMessagePollAccess,
  publishLinkChange,
  listGroupChannels,
  partStreams,
  notifyPartners,
} from '#features/chats/service.ts';
import { isGame, deleteCatalogueData } from '#features/catalogue/service.ts';
import { deleteAdminData } from '#features/admin/service.ts';
import { mountAccount } from '#features/account/routes.ts';
import {
  isAdminId,
  sweepAccounts,
  makeSessions,
  mountAccountSecurity,
  mountPasskeys,
  makeVisits,
  type Sessions,
  type Visits,
} from '#features/account/service.ts';
import { mountAdmin } from '#features/admin/routes.ts';
import { catalogueCounters } from '#features/catalogue/counters.ts';
import { mountCatalogue } from '#features/catalogue/routes.ts';
import { mountEvents } from '#features/events/routes.ts';
import { classifiedCounters } from '#features/classifieds/counters.ts';
import { mountClassifieds } from '#features/classifieds/routes.ts';
import { deleteClassifiedsData } from '#features/classifieds/service.ts';
import { mountHome } from '#features/home/routes.ts';
import { mountExport } from '#features/export/routes.ts';
import { eraseExport } from '#features/export/service.ts';
import { mountFriends } from '#features/friends/routes.ts';
import { cloudCounters } from '#features/cloud/counters.ts';
import { mountCloud } from '#features/cloud/routes.ts';
import { deleteCloudData, getOwnFile, revokeMutualGrants } from '#features/cloud/service.ts';
import { mediaCounters } from '#features/media/counters.ts';
import { mountMedia } from '#features/media/routes.ts';
import {
  deleteUsed,
  removeMediaOf,
  removeUploadsOf,
  type FindViewer,
} from '#features/media/service.ts';
import { notificationCounters } from '#features/notifications/counters.ts';
import { mountNotifications } from '#features/notifications/routes.ts';
import { peopleCounters } from '#features/people/counters.ts';
import { mountPeople } from '#features/people/routes.ts';
import {
  findPerson,
  keepDepartures,
  syncPeopleWithAccounts,
  notifyReturn,
} from '#features/people/service.ts';
import { chatCounters } from '#features/chats/counters.ts';
import { mountChats } from '#features/chats/routes.ts';
import { anonymizeMessages, announceDeletion } from '#features/chats/account-deletion.ts';
import { stickerCounters } from '#features/stickers/counters.ts';
import { flushRooms } from '#features/push/service.ts';
import { mountVoice } from '#features/voice/routes.ts';
import { stopVoice } from '#features/voice/service.ts';
import { mountPush } from '#features/push/routes.ts';
import { mountStickers } from '#features/stickers/routes.ts';
import { deleteStickerData } from '#features/stickers/service.ts';
import { photoCounters } from '#features/photos/counters.ts';
import { mountPhotos } from '#features/photos/routes.ts';
import { maySeePhoto } from '#features/photos/service.ts';
import { promoCounters } from '#features/promos/counters.ts';
import { mountPromos } from '#features/promos/routes.ts';
import { deletePromoData } from '#features/promos/service.ts';
import { mountOpen } from '#features/open/routes.ts';
import { mountProfile } from '#features/profile/routes.ts';
import { communityCounters } from '#features/communities/counters.ts';
import { deleteCommunityData } from '#features/communities/account-deletion.ts';
import { mountCommunities } from '#features/communities/routes.ts';
import { reactionCounters } from '#features/reactions/counters.ts';
import { pollCounters } from '#features/polls/counters.ts';
import { mountPolls } from '#features/polls/routes.ts';
import { deleteVotesOf, makePolls, type Polls } from '#features/polls/service.ts';
import { mountReactions } from '#features/reactions/routes.ts';
import {
  deleteReactionsOf,
  listObjectsOf,
  makeReactions,
  pageOf,
  type Reactions,
} from '#features/reactions/service.ts';
import { mountLinks } from '#features/links/routes.ts';
import { mountBookmarks } from '#features/bookmarks/routes.ts';
import { mountSearch } from '#features/search/routes.ts';
import { sharingCounters } from '#features/sharing/counters.ts';
import { mountSharing } from '#features/sharing/routes.ts';
import { mountReports } from '#features/reports/routes.ts';
import { deleteReporter, makeReports } from '#features/reports/service.ts';
import { videoCounters } from '#features/videohost/counters.ts';
import { deleteVideohostData } from '#features/videohost/account-deletion.ts';
import { mountVideohost } from '#features/videohost/routes.ts';
import { isStaffOf, makePostVideos, maySeeVideo } from '#features/videohost/service.ts';
import { wallCounters } from '#features/wall/counters.ts';
import { mountSupport } from '#features/support/routes.ts';
import { forgetSender } from '#features/support/service.ts';
import { mountWall } from '#features/wall/routes.ts';
import {
  admitToComments as admitToPostComments,
  findPollAccess as findPostPollAccess,
  findPostAuthor,
  maySeePost,
} from '#features/wall/service.ts';
import { mountWeather } from '#features/weather/routes.ts';
import { notify, notifyNamed, withdraw } from '#features/notifications/service.ts';
import { checkCounters } from '#platform/database/counters.ts';
import { sweepCreations } from '#platform/http/answer-once.ts';
import type { App } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { wordCounters } from '#platform/database/word-search.ts';
import { createExporters } from './exporters.ts';
import { mediaTokenOf, registerReaders } from './media-readers.ts';
import { addRegularJobs, scheduleCounterCheck } from './regular-jobs.ts';
import { registerPreviews } from './notice-previews.ts';
import { registerCards } from './object-cards.ts';
import { registerReportable } from './reportable.ts';

/** Every stored counter of the product; the nightly job and the tests check them. */
export const COUNTERS = [
  ...peopleCounters,
  ...notificationCounters,
  ...reactionCounters,
  ...pollCounters,
  ...wallCounters,
  ...photoCounters,
  ...chatCounters,
  ...mediaCounters,
  ...cloudCounters,
  ...communityCounters,
  ...catalogueCounters,
  ...videoCounters,
  ...classifiedCounters,
  ...promoCounters,
  ...stickerCounters,
  ...sharingCounters,
  ...wordCounters,
];
/** The notice to a user whose item was liked or commented on, if it is not a post. */
const REACTED: Partial<Record<string, Record<'like' | 'comment', string>>> = {
  userphoto: { like: 'Нравится ваша фотография', comment: 'Новый комментарий к вашей фотографии' },
  video: { like: 'Нравится ваше видео', comment: 'Новый комментарий к вашему видео' },
};
export type Composed = { countVisitor(request: FastifyRequest): void; stop(): Promise<void> };

/**
 * Mounts the features and connects their signals to the layers above. This is the only place that
 * knows all of them.
 */
export async function compose(app: App): Promise<Composed> {
  const { context } = app;
  const sessions = makeSessions(context);
  const visits = makeVisits(context);
  app.findViewer = (token) => sessions.find(token);

  const reactions = makeReactions();
  await mountFeatures(app, { sessions, visits, reactions });
  registerReactionKinds(context, reactions);
  registerPreviews(context);
  notifyOfReactions(context);
  notifyOfNames(context);
  notifyOfDevices(context);
  connectPeople(context);
  eraseAccounts(context);
  context.jobs.on('chats.lose-name', ({ userId }) => anonymizeMessages(context.db, userId));
  context.jobs.on('accounts.sweep', () => sweepAccounts(context));
  sweepCreations(context);
  context.jobs.on('counters.prove', async () => {
    await checkCounters(context, COUNTERS);
    await scheduleCounterCheck(context);
  });
  const hourly = setInterval(() => void addRegularJobs(context).catch(() => {}), HOUR_MS);
  const flushing = setInterval(() => void visits.flush().catch(() => {}), 15_000);
  hourly.unref();
  flushing.unref();
  return {
    countVisitor: (request) => visits.countVisitor(request.ip, request.headers['user-agent'] ?? ''),
    async stop() {
      clearInterval(hourly);
      clearInterval(flushing);
      await flushRooms(context);
      await stopVoice(context);
      await visits.flush();
    },
  };
}

async function mountFeatures(
  app: App,
  { sessions, visits, reactions }: { sessions: Sessions; visits: Visits; reactions: Reactions },
): Promise<void> {
  const { context } = app;
  syncPeopleWithAccounts(context);
  mountAccount(app, sessions, visits);
  mountAccountSecurity(app, sessions);
  mountPasskeys(app, sessions);
  const findMediaViewer: FindViewer = async (request) => {
    const token = mediaTokenOf(request);
    return token === null ? null : sessions.findByMediaToken(token);
  };
  mountMedia(app, findMediaViewer);
  registerReaders(context);
  mountPeople(app, async (userId) =>
    (
      await Promise.all([
        listGroupChannels(context.db, userId),
        listPublicChannels(context, userId),
      ])
    ).flat(),
  );
  mountWeather(app, async (userId) => (await findPerson(context.db, userId))?.city ?? '');
  mountNotifications(app);
  mountFriends(app);
  mountReactions(app, reactions);
  const polls = makePolls();
  mountPolls(app, polls);
  registerPollKinds(context, polls);
  mountLinks(app);
  connectLinks(context);
  mountSharing(app);
  registerCards(context);
  mountWall(app);
  mountPhotos(app);
  mountCommunities(app, reactions);
  await mountVideohost(app, reactions);
  context.postVideos = makePostVideos(context);
  mountStickers(app);
  await mountChats(app, findMediaViewer, getOwnFile);
  mountCloud(app, findMediaViewer);
  mountCatalogue(app, reactions, findMediaViewer);
  mountClassifieds(app);
  mountPromos(app);
  mountProfile(app);
  mountOpen(app);
  const reports = makeReports();
  mountReports(app, reports);
  registerReportable(context, reports, reactions);
  mountSupport(app);
  mountEvents(app);
  mountBookmarks(app);
  mountSearch(app);
  mountHome(app);
  mountPush(app);
  mountVoice(app);
  mountAdmin(app, { sessions, visits, reports });
  mountExport(app, createExporters(context));
}

/** Registers who may see, vote in and close the polls of messages and posts. */
function registerPollKinds(context: AppContext, polls: Polls): void {
  polls
    .set('message', (viewerId, id) => findMessagePollAccess(context, viewerId, id))
    .set('userpost', (viewerId, id) => findPostPollAccess(context, viewerId, id))
    .set('publicpost', (viewerId, id) => findArticlePollAccess(context, viewerId, id));
}

/** Registers who may remove the cards of messages and posts, and shows those that have changed. */
function connectLinks(context: AppContext): void {
  context.links.mayRemove
    .set('message', async (by, id) => (await findMessageAuthor(context, by, id)) === by)
    .set('userpost', async (by, id) => (await findPostAuthor(context, by, id)) === by)
    .set('publicpost', (by, id) => runsArticle(context, by, id));
  context.signals.on('linkCardChanged', ({ kind, id, roomId, authorId }) => {
    if (kind === 'message') return publishLinkChange(context, roomId!, id);
    if (authorId !== null)
      context.live.publish(`user:${authorId}`, { data: { type: 'link-card', id } });
    return undefined;
  });
}

/** Registers who may see and moderate what can be liked and commented. */
function registerReactionKinds(context: AppContext, reactions: Reactions): void {
  reactions.registerKind('userpost', (viewerId, id) => maySeePost(context, viewerId, id), {
    admitComment: (viewerId, id) => admitToPostComments(context, viewerId, id),
  });
  reactions.registerKind('userphoto', (viewerId, id) => maySeePhoto(context, viewerId, id));
  reactions.registerKind('publicpost', (viewerId, id) => maySeeArticle(context, viewerId, id), {
    moderates: (viewerId, id) => runsArticle(context, viewerId, id),
    admit: (viewerId, id) => admitToArticle(context, viewerId, id),
    admitComment: (viewerId, id) => admitToArticleComments(context, viewerId, id),
  });
  reactions.registerKind('game', (_viewerId, id) => isGame(context, id), {
    moderates: (viewerId) => isAdminId(context, viewerId),
  });
  reactions.registerKind('video', (viewerId, id) => maySeeVideo(context, viewerId, id), {
    moderates: (viewerId, id) => isStaffOf(context, viewerId, id),
  });
}

/** Notifies the owner of a thing of likes and comments, and withdraws the notices of removed ones. */
function notifyOfReactions(context: AppContext): void {
  context.signals.on(
    'reacted',
    async ({ tx, after, type, by, ownerId, kind, objectId, emoji, answered = null }) => {
      const title = emoji === undefined ? REACTED[kind]?.[type] : reactionTitle(emoji, kind);
      if (ownerId !== null)
        await notify(context, tx, after, {
          to: ownerId,
          from: by,
          type,
          postType: kind,
          postId: objectId,
          ...(title === undefined ? {} : { title }),
        });
      if (kind === 'publicpost')
        await noteReaction(context, tx, after, { by, type, postId: objectId, isGone: false });
      if (answered !== null && answered !== ownerId)
        await notify(context, tx, after, {
          to: answered,
          from: by,
          type,
          postType: pageOf(kind),
          postId: objectId,
          title: ANSWER_TITLE,
        });
    },
  );
  context.signals.on('unreacted', async ({ tx, after, type, by, objectId, to }) => {
    await withdraw(context, tx, after, {
      from: by,
      type,
      postId: objectId,
      ...(to === undefined ? {} : { to }),
    });
    if (to === undefined)
      await noteReaction(context, tx, after, { by, type, postId: objectId, isGone: true });
  });
}

/** Notifies the people whom a comment names, and withdraws the notices to those named no more. */
function notifyOfNames(context: AppContext): void {
  context.signals.on('named', async ({ tx, after, by, kind, objectId, commentId, ...named }) => {
    if (named.hadNamed)
      await withdraw(context, tx, after, { part: commentId, stillTo: named.stillTo });
    await notifyNamed(context, tx, after, {
      to: named.to,
      from: by,
      title: COMMENT_MENTION_TITLE,
      postType: pageOf(kind),
      postId: objectId,
      part: commentId,
    });
  });
}

function notifyOfDevices(context: AppContext): void {
  context.signals.on('newDevice', ({ tx, after, userId, device }) =>
    notify(context, tx, after, {
      to: userId,
      from: userId,
      type: 'device',
      title: `Вход с нового устройства: ${device}`,
    }),
  );
}

function connectPeople(context: AppContext): void {
  context.signals.on('peopleLeft', (left) => keepDepartures(context, left));
  context.signals.on('peopleBack', ({ ids }) => notifyReturn(context, ids));
  context.signals.on('presenceChanged', (change) => notifyPartners(context, change));
  context.signals.on('personBlocked', async ({ tx, after, by, other }) => {
    await withdraw(context, tx, after, { pair: [by, other] });
    await revokeMutualGrants(tx, by, other);
    after(() => partStreams(context, by, other));
  });
}

/** Deletes what each feature has about a person whose account is erased. */
function eraseAccounts(context: AppContext): void {
  context.signals.on('accountErased', async ({ tx, after, userId }) => {
    await announceDeletion(context, tx, after, userId);
    await withdraw(context, tx, after, {
      objects: [...(await listObjectsOf(tx, userId)), ...(await deleteCloudData(tx, userId))],
    });
    await deleteCommunityData(context, tx, after, userId);
    await deleteCatalogueData(tx, userId);
    await deleteVideohostData(context, tx, after, userId);
    await deleteClassifiedsData(context, tx, after, userId);
    await deletePromoData(context, tx, after, userId);
    await deleteReactionsOf(tx, userId);
    await deleteVotesOf(tx, userId);
    await forgetSender(tx, userId);
    await deleteReporter(tx, userId);
    await deleteAdminData(tx, userId);
    await deleteStickerData(context, tx, userId);
    await removeMediaOf(context, tx, after, { ownerId: userId });
    await deleteUsed(tx, userId);
    await removeUploadsOf(context, tx, userId);
    await eraseExport(context, tx, userId);
  });
}
