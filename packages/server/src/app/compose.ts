import type { FastifyRequest } from 'fastify';
import { mountAccount } from '#features/account/routes.ts';
import { sweepAccounts } from '#features/account/service.ts';
import { makeSessions } from '#features/account/sessions.ts';
import { makeVisits } from '#features/account/visits.ts';
import { mountFriends } from '#features/friends/routes.ts';
import { mountNotifications } from '#features/notifications/routes.ts';
import { mountPeople } from '#features/people/routes.ts';
import { keepPeople } from '#features/people/service.ts';
import type { House } from '#platform/serve.ts';

const HOUR = 3_600_000;
export type Composed = { countVisitor(request: FastifyRequest): void; stop(): Promise<void> };

/** Mounts the features and wires what they say to those above them. The only place that knows them all. */
export async function compose(house: House): Promise<Composed> {
  const { ground } = house;
  const sessions = makeSessions(ground);
  const visits = makeVisits(ground);
  house.findViewer = (token) => sessions.find(token);

  keepPeople(ground);
  mountAccount(house, sessions, visits);
  mountPeople(house);
  mountNotifications(house);
  mountFriends(house);

  ground.jobs.on('accounts.sweep', () => sweepAccounts(ground));
  const hourly = setInterval(() => void ground.jobs.add(ground.db, 'accounts.sweep', {}, { key: 'accounts.sweep' }).catch(() => {}), HOUR);
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
