import type { FastifyRequest } from 'fastify';
import { mountAccount } from '#features/account/routes.ts';
import { isAdminId, sweepAccounts } from '#features/account/service.ts';
import { makeSessions } from '#features/account/sessions.ts';
import { mountAccountSecurity } from '#features/account/security-routes.ts';
import { makeVisits } from '#features/account/visits.ts';
import { mountAdmin } from '#features/admin/routes.ts';
import { leaveDesk } from '#features/admin/uploads.ts';
import { catalogueCounters } from '#features/catalogue/counters.ts';
import { isGame } from '#features/catalogue/games.ts';
import { leaveCatalogue } from '#features/catalogue/members.ts';
import { mountCatalogue } from '#features/catalogue/routes.ts';
import { mountEvents } from '#features/events/routes.ts';
import { classifiedCounters } from '#features/classifieds/counters.ts';
import { mountClassifieds } from '#features/classifieds/routes.ts';
import { leaveClassifieds } from '#features/classifieds/service.ts';
import { mountExport } from '#features/export/routes.ts';
import { eraseExport } from '#features/export/service.ts';
import { mountFriends } from '#features/friends/routes.ts';
import { cloudCounters } from '#features/cloud/counters.ts';
import { mountCloud } from '#features/cloud/routes.ts';
import { leaveCloud, partFiles } from '#features/cloud/service.ts';
import { mediaCounters } from '#features/media/counters.ts';
import { mountMedia } from '#features/media/routes.ts';
import { removeMediaOf, removeUploadsOf, type FindViewer } from '#features/media/service.ts';
import { notificationCounters } from '#features/notifications/counters.ts';
import { mountNotifications } from '#features/notifications/routes.ts';
import { peopleCounters } from '#features/people/counters.ts';
import { mountPeople } from '#features/people/routes.ts';
import { findPerson, keepDepartures, keepPeople, tellBack } from '#features/people/service.ts';
import { mountBackgrounds } from '#features/chats/background-routes.ts';
import { chatCounters } from '#features/chats/counters.ts';
import { mountChats } from '#features/chats/routes.ts';
import { loseName, sayFarewell } from '#features/chats/farewell.ts';
import { listGroupChannels } from '#features/chats/group-channels.ts';
import { partStreams, tellPartners } from '#features/chats/rooms.ts';
import { photoCounters } from '#features/photos/counters.ts';
import { mountPhotos } from '#features/photos/routes.ts';
import { maySeePhoto } from '#features/photos/service.ts';
import { promoCounters } from '#features/promos/counters.ts';
import { mountPromos } from '#features/promos/routes.ts';
import { leavePromos } from '#features/promos/service.ts';
import { mountProfile } from '#features/profile/routes.ts';
import { admitToArticle, maySeeArticle, runsArticle } from '#features/publics/articles.ts';
import { publicCounters } from '#features/publics/counters.ts';
import { leavePublics } from '#features/publics/farewell.ts';
import { noteReaction } from '#features/publics/notices.ts';
import { mountPublics } from '#features/publics/routes.ts';
import { listPublicChannels } from '#features/publics/subscriptions.ts';
import { reactionCounters } from '#features/reactions/counters.ts';
import { mountReactions } from '#features/reactions/routes.ts';
import {
  forgetReactions,
  listObjectsOf,
  makeReactions,
  pageOf,
} from '#features/reactions/service.ts';
import { mountReports } from '#features/reports/routes.ts';
import { forgetReporter, makeReports } from '#features/reports/service.ts';
import { videoCounters } from '#features/videohost/counters.ts';
import { leaveVideohost } from '#features/videohost/farewell.ts';
import { mountVideohost } from '#features/videohost/routes.ts';
import { isRunBy, maySeeVideo } from '#features/videohost/service.ts';
import { wallCounters } from '#features/wall/counters.ts';
import { mountSupport } from '#features/support/routes.ts';
import { forgetSender } from '#features/support/service.ts';
import { mountWall } from '#features/wall/routes.ts';
import { maySeePost } from '#features/wall/service.ts';
import { mountWeather } from '#features/weather/routes.ts';
import { notify, withdraw } from '#features/notifications/service.ts';
import { proveCounters } from '#platform/counters.ts';
import type { House } from '#platform/serve.ts';
import { wordCounters } from '#platform/word-search.ts';
import { makeCollectors } from './collectors.ts';
import { mediaTokenOf, registerReaders } from './media-readers.ts';
import { addRegularJobs, proveTonight } from './regular-jobs.ts';
import { registerReportable } from './reportable.ts';

const HOUR = 3_600_000;
/** Every kept counter of the product; the nightly job and the tests prove them. */
export const COUNTERS = [
  ...peopleCounters,
  ...notificationCounters,
  ...reactionCounters,
  ...wallCounters,
  ...photoCounters,
  ...chatCounters,
  ...mediaCounters,
  ...cloudCounters,
  ...publicCounters,
  ...catalogueCounters,
  ...videoCounters,
  ...classifiedCounters,
  ...promoCounters,
  ...wordCounters,
];
/** What somebody is told whose thing was liked or commented, where it is no post. */
const REACTED: Partial<Record<string, Record<'like' | 'comment', string>>> = {
  userphoto: { like: 'Нравится ваша фотография', comment: 'Новый комментарий к вашей фотографии' },
  video: { like: 'Нравится ваше видео', comment: 'Новый комментарий к вашему видео' },
};
export type Composed = { countVisitor(request: FastifyRequest): void; stop(): Promise<void> };

/** Mounts the features and wires what they say to those above them. The only place that knows them all. */
export async function compose(house: House): Promise<Composed> {
  const { ground } = house;
  const sessions = makeSessions(ground);
  const visits = makeVisits(ground);
  house.findViewer = (token) => sessions.find(token);

  keepPeople(ground);
  mountAccount(house, sessions, visits);
  mountAccountSecurity(house, sessions);
  const findMediaViewer: FindViewer = async (request) => {
    const token = mediaTokenOf(request);
    return token === null ? null : sessions.findByMediaToken(token);
  };
  mountMedia(house, findMediaViewer);
  registerReaders(ground);
  mountPeople(house, async (userId) =>
    (
      await Promise.all([listGroupChannels(ground.db, userId), listPublicChannels(ground, userId)])
    ).flat(),
  );
  mountWeather(house, async (userId) => (await findPerson(ground.db, userId))?.city ?? '');
  mountNotifications(house);
  mountFriends(house);
  const reactions = makeReactions();
  mountReactions(house, reactions);
  mountWall(house);
  mountPhotos(house);
  mountPublics(house, reactions);
  await mountVideohost(house, reactions);
  mountChats(house);
  mountBackgrounds(house);
  mountCloud(house, findMediaViewer);
  mountCatalogue(house, reactions, findMediaViewer);
  mountClassifieds(house);
  mountPromos(house);
  mountProfile(house);
  const reports = makeReports();
  mountReports(house, reports);
  registerReportable(ground, reports, reactions);
  mountSupport(house);
  mountEvents(house);
  mountAdmin(house, { sessions, visits, reports });
  mountExport(house, makeCollectors(ground));

  reactions.see('userpost', (viewerId, id) => maySeePost(ground, viewerId, id));
  reactions.see('userphoto', (viewerId, id) => maySeePhoto(ground, viewerId, id));
  reactions.see('publicpost', (viewerId, id) => maySeeArticle(ground, viewerId, id), {
    moderates: (viewerId, id) => runsArticle(ground, viewerId, id),
    admit: (viewerId, id) => admitToArticle(ground, viewerId, id),
  });
  reactions.see('game', (_viewerId, id) => isGame(ground, id), {
    moderates: (viewerId) => isAdminId(ground, viewerId),
  });
  reactions.see('video', (viewerId, id) => maySeeVideo(ground, viewerId, id), {
    moderates: (viewerId, id) => isRunBy(ground, viewerId, id),
  });
  ground.signals.on(
    'reacted',
    async ({ tx, after, type, by, ownerId, kind, objectId, answered = null }) => {
      const title = REACTED[kind]?.[type];
      if (ownerId !== null)
        await notify(ground, tx, after, {
          to: ownerId,
          from: by,
          type,
          postType: kind,
          postId: objectId,
          ...(title === undefined ? {} : { title }),
        });
      if (kind === 'publicpost')
        await noteReaction(ground, tx, after, { by, type, postId: objectId, isGone: false });
      if (answered !== null && answered !== ownerId)
        await notify(ground, tx, after, {
          to: answered,
          from: by,
          type,
          postType: pageOf(kind),
          postId: objectId,
          title: 'Ответ на ваш комментарий',
        });
    },
  );
  ground.signals.on('unreacted', async ({ tx, after, type, by, objectId, to }) => {
    await withdraw(ground, tx, after, {
      from: by,
      type,
      postId: objectId,
      ...(to === undefined ? {} : { to }),
    });
    if (to === undefined)
      await noteReaction(ground, tx, after, { by, type, postId: objectId, isGone: true });
  });
  ground.signals.on('peopleLeft', (left) => keepDepartures(ground, left));
  ground.signals.on('peopleBack', ({ ids }) => tellBack(ground, ids));
  ground.signals.on('presenceChanged', (change) => tellPartners(ground, change));
  ground.signals.on('personBlocked', async ({ tx, after, by, other }) => {
    await withdraw(ground, tx, after, { pair: [by, other] });
    await partFiles(tx, by, other);
    after(() => partStreams(ground, by, other));
  });

  ground.signals.on('accountErased', async ({ tx, after, userId }) => {
    await sayFarewell(ground, tx, after, userId);
    await withdraw(ground, tx, after, {
      objects: [...(await listObjectsOf(tx, userId)), ...(await leaveCloud(tx, userId))],
    });
    await leavePublics(ground, tx, after, userId);
    await leaveCatalogue(tx, userId);
    await leaveVideohost(ground, tx, after, userId);
    await leaveClassifieds(ground, tx, after, userId);
    await leavePromos(ground, tx, after, userId);
    await forgetReactions(tx, userId);
    await forgetSender(tx, userId);
    await forgetReporter(tx, userId);
    await leaveDesk(tx, userId);
    await removeMediaOf(ground, tx, after, { ownerId: userId });
    await removeUploadsOf(ground, tx, userId);
    await eraseExport(ground, tx, userId);
  });
  ground.jobs.on('chats.lose-name', ({ userId }) => loseName(ground.db, userId));
  ground.jobs.on('accounts.sweep', () => sweepAccounts(ground));
  ground.jobs.on('counters.prove', async () => {
    await proveCounters(ground, COUNTERS);
    await proveTonight(ground);
  });
  const hourly = setInterval(() => void addRegularJobs(ground).catch(() => {}), HOUR);
  const flushing = setInterval(() => void visits.flush().catch(() => {}), 15_000);
  hourly.unref();
  flushing.unref();
  return {
    countVisitor: (request) => visits.countVisitor(request.ip, request.headers['user-agent'] ?? ''),
    async stop() {
      clearInterval(hourly);
      clearInterval(flushing);
      await visits.flush();
    },
  };
}
