import { mountAccount } from '#features/account/routes.ts';
import {
  type Sessions,
  type Visits,
  makeSessions,
  makeVisits,
  mountAccountSecurity,
  mountPasskeys,
  sweepAccounts,
} from '#features/account/service.ts';
import { mountAdmin } from '#features/admin/routes.ts';
import { mountBookmarks } from '#features/bookmarks/routes.ts';
import { mountCatalogue } from '#features/catalogue/routes.ts';
import { anonymizeMessages } from '#features/chats/account-deletion.ts';
import { mountChats } from '#features/chats/routes.ts';
import { listGroupChannels } from '#features/chats/service.ts';
import { mountClassifieds } from '#features/classifieds/routes.ts';
import { mountCloud } from '#features/cloud/routes.ts';
import { getOwnFile } from '#features/cloud/service.ts';
import { mountCommunities } from '#features/communities/routes.ts';
import { listPublicChannels } from '#features/communities/service.ts';
import { mountEvents } from '#features/events/routes.ts';
import { mountExport } from '#features/export/routes.ts';
import { mountFriends } from '#features/friends/routes.ts';
import { mountHome } from '#features/home/routes.ts';
import { mountLinks } from '#features/links/routes.ts';
import { mountMedia } from '#features/media/routes.ts';
import type { FindViewer } from '#features/media/service.ts';
import { mountNotifications } from '#features/notifications/routes.ts';
import { mountOpen } from '#features/open/routes.ts';
import { mountPeople } from '#features/people/routes.ts';
import { findPerson, syncPeopleWithAccounts } from '#features/people/service.ts';
import { mountPhotos } from '#features/photos/routes.ts';
import { mountPolls } from '#features/polls/routes.ts';
import { makePolls } from '#features/polls/service.ts';
import { mountProfile } from '#features/profile/routes.ts';
import { mountPromos } from '#features/promos/routes.ts';
import { mountPush } from '#features/push/routes.ts';
import { flushRooms } from '#features/push/service.ts';
import { mountReactions } from '#features/reactions/routes.ts';
import { type Reactions, makeReactions } from '#features/reactions/service.ts';
import { mountReports } from '#features/reports/routes.ts';
import { makeReports } from '#features/reports/service.ts';
import { mountSearch } from '#features/search/routes.ts';
import { mountSharing } from '#features/sharing/routes.ts';
import { mountStickers } from '#features/stickers/routes.ts';
import { mountSupport } from '#features/support/routes.ts';
import { mountVideohost } from '#features/videohost/routes.ts';
import { makePostVideos } from '#features/videohost/service.ts';
import { mountVoice } from '#features/voice/routes.ts';
import { stopVoice } from '#features/voice/service.ts';
import { mountWall } from '#features/wall/routes.ts';
import { mountWeather } from '#features/weather/routes.ts';
import { checkCounters } from '#platform/database/counters.ts';
import { sweepCreations } from '#platform/http/answer-once.ts';
import type { App } from '#platform/http/serve.ts';
import { HOUR_MS } from '@respa/contract/durations';
import type { FastifyRequest } from 'fastify';
import { COUNTERS } from './counters.ts';
import { createExporters } from './exporters.ts';
import { mediaTokenOf, registerReaders } from './media-readers.ts';
import { notifyOfDevices, notifyOfNames, notifyOfReactions } from './notice-causes.ts';
import { registerPreviews } from './notice-previews.ts';
import { registerCards } from './object-cards.ts';
import { connectLinks, registerPollKinds, registerReactionKinds } from './object-kinds.ts';
import { connectPeople, eraseAccounts } from './people-changes.ts';
import { addRegularJobs, scheduleCounterCheck } from './regular-jobs.ts';
import { registerReportable } from './reportable.ts';

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
  context.jobs.on('accounts.sweep', async () => {
    await sweepAccounts(context);
    await sessions.sweep();
  });
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
