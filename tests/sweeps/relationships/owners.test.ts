import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { Caller, PASSWORD, startTestApp, type TestApp } from '../../support/driver.ts';
import { ADMIN } from '../../support/members/games.ts';
import type { Things } from '../access-row.ts';
import { findAllRoutes, keyOf } from '../all-routes.ts';
import { ask, seedFixtures, seedFixturesFor } from '../sweep-requests.ts';
import { OWNER_RELATIONSHIPS, type OwnerRelationshipName } from './owner-relationships.ts';
import { listenToLive, settle } from '../inputs/sent-requests.ts';
import { callsOf, unusedEntries, type RelationshipCall } from './relationship-calls.ts';
import { sweepActs, sweepQuiet } from './relationship-sweep.ts';
import type { Relationship } from './relationships.ts';

const routes = new Map((await findAllRoutes()).map((route) => [keyOf(route), route]));
let app: TestApp;
let things: Things;
/** The objects of another owner with the same kinds: the admin's changes are made on these. */
let theirs: Things;
let people: Record<OwnerRelationshipName, Caller>;
let published: () => string[];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  await settle(app);
  const { owner, friend, admin, ...made } = await seedFixtures(app);
  const rival = await seedFixturesFor(app, admin, ', другие');
  ({ things } = made);
  theirs = rival.things;
  people = {
    'the owner of a page': owner,
    'who talks': owner,
    'who schedules messages': owner,
    'who sorts chats into folders': owner,
    'who sorts bookmarks into folders': owner,
    'the creator of the group chat': owner,
    'the leader of the group': owner,
    'the owner of the channel': owner,
    'the owner of the file': owner,
    'the seller': owner,
    'who advertises': friend,
    'who has the like of all of it': rival.owner,
    'the admin': admin,
  };
  // A session of the owner other than the calling one.
  const { token } = await app.nobody.call(account.login, {
    body: { email: owner.email, password: PASSWORD },
  });
  const { sessions } = await new Caller(app.url, { token }).call(account.sessions);
  things.sessionId = sessions.find(({ current }) => current)!._id;
  published = listenToLive(app);
});
afterAll(() => app.stop());

const asked = callsOf(OWNER_RELATIONSHIPS, routes);
const askAs = ({ name, route }: RelationshipCall) =>
  ask(people[name as OwnerRelationshipName], route, {
    ...(name === 'the admin' ? theirs : things),
    stranger: people[name as OwnerRelationshipName].id,
  });

test('every relationship refers to existing calls about its objects', () => {
  expect(unusedEntries(OWNER_RELATIONSHIPS, asked)).toEqual([]);
});

const names = Object.keys(OWNER_RELATIONSHIPS) as OwnerRelationshipName[];
describe('Refused and reading calls change nothing and send nothing', () => {
  test.each(names)('%s changes nothing', async (name) => {
    expect(
      await sweepQuiet(
        app,
        asked.filter((one) => one.name === name),
        people[name],
        askAs,
        published,
      ),
    ).toEqual([]);
  });
});
describe('Permitted calls', () => {
  test.each(names)('%s is let through', async (name) => {
    expect(
      await sweepActs(
        asked.filter((one) => one.name === name),
        OWNER_RELATIONSHIPS[name] as Relationship,
        askAs,
      ),
    ).toEqual([]);
  });
});
