import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type Caller, type TestApp } from '../../support/driver.ts';
import { ADMIN } from '../../support/members/games.ts';
import { openGroup, openLive, openRoom, type StreamReader } from '../../support/stream-reader.ts';
import { sendMessage } from '../../support/members/conversations.ts';
import { sendToGroup } from '../../support/members/group-chats.ts';
import type { Things } from '../access-row.ts';
import { findAllRoutes, keyOf } from '../all-routes.ts';
import { ask, seedFixtures, snapshot } from '../sweep-requests.ts';
import { listenToLive } from '../inputs/sent-requests.ts';
import { callsOf, unusedEntries, type RelationshipCall } from './relationship-calls.ts';
import { endSessions, gatherPeople } from './relationship-people.ts';
import { sweepActs, sweepQuiet } from './relationship-sweep.ts';
import { RELATIONSHIPS, type Relationship, type RelationshipName } from './relationships.ts';

const routes = new Map((await findAllRoutes()).map((route) => [keyOf(route), route]));
let app: TestApp;
let things: Things;
let owner: Caller;
let friend: Caller;
let people: Record<RelationshipName, Caller>;
/** The users' own objects with the owner, in place of the friend's. */
let theirs: Partial<Record<RelationshipName, Partial<Things>>>;
let gone: Record<string, Caller>;
/** The owner's streams, and everything published to anyone. */
let streams: StreamReader[];
let published: () => string[];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  const made = await seedFixtures(app);
  ({ things, owner, friend } = made);
  ({ people, theirs } = await gatherPeople(app, owner, friend, things));
  gone = await endSessions(app, made.admin);
  streams = await Promise.all([
    openLive(owner),
    openRoom(owner, things.roomId),
    openGroup(owner, things.groupId),
  ]);
  published = listenToLive(app);
});
afterAll(async () => {
  await Promise.all(streams.map((stream) => stream.cut()));
  await app.stop();
});

const asked = callsOf(RELATIONSHIPS, routes);
const askAs = ({ name, route }: RelationshipCall) =>
  ask(people[name as RelationshipName], route, {
    ...things,
    ...theirs[name as RelationshipName],
    stranger: people[name as RelationshipName].id,
  });

test('every relationship refers to existing calls about its objects', () => {
  expect(unusedEntries(RELATIONSHIPS, asked)).toEqual([]);
});

test('a token of an ended session opens nothing that a member or an account may use', async () => {
  const before = await snapshot(app);
  const answered: unknown[] = [];
  for (const [key, route] of routes) {
    if (route.access === 'visitor' || route.access === 'reader') continue;
    await Promise.all(
      Object.entries(gone).map(async ([why, who]) => {
        const { status, body } = await ask(who, route, things);
        if (status !== 401 || body['code'] !== 'not_signed_in')
          answered.push([why, key, status, body['code']]);
      }),
    );
  }
  expect(answered).toEqual([]);
  expect(await snapshot(app)).toEqual(before);
  expect(published()).toEqual([]);
});

const names = Object.keys(RELATIONSHIPS) as RelationshipName[];
/** Events that the server sends by itself. */
const UNASKED = ['init', 'hello', 'presence'];
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
  test('the owner received nothing meanwhile', async () => {
    await sendMessage(friend, things.roomId, 'Отбой');
    await sendToGroup(friend, things.groupId, 'Отбой');
    await Promise.all([
      streams[0]!.next('room'),
      streams[1]!.next('create'),
      streams[2]!.next('create'),
    ]);
    const heard = streams.map(({ events }) =>
      events.map(({ type }) => type).filter((type) => !UNASKED.includes(type)),
    );
    expect(heard).toEqual([['room'], ['create'], ['create']]);
  });
});

describe('Permitted calls', () => {
  test.each(names)('%s is let through', async (name) => {
    expect(
      await sweepActs(
        asked.filter((one) => one.name === name),
        RELATIONSHIPS[name] as Relationship,
        askAs,
      ),
    ).toEqual([]);
  });
});
