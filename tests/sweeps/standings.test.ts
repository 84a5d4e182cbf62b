import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHouse, type Caller, type TestHouse } from '../driver.ts';
import { ADMIN } from '../games.ts';
import { openGroup, openLive, openRoom, type StreamReader } from '../stream-reader.ts';
import { say } from '../talk.ts';
import { sayIn } from '../group-talk.ts';
import type { Things } from './access-row.ts';
import { findAllRoutes, keyOf } from './all-routes.ts';
import { ask, furnish, snapshot } from './asking.ts';
import { listenToLive } from './sent.ts';
import { callsOf, idleWords, type StandingCall } from './standing-calls.ts';
import { endSessions, gatherPeople } from './standing-people.ts';
import { sweepActs, sweepQuiet } from './standing-sweep.ts';
import { STANDINGS, type Standing, type StandingName } from './standings.ts';

const routes = new Map((await findAllRoutes()).map((route) => [keyOf(route), route]));
let house: TestHouse;
let things: Things;
let owner: Caller;
let friend: Caller;
let people: Record<StandingName, Caller>;
/** What somebody has of their own with the owner, in the place of the same of the friend. */
let theirs: Partial<Record<StandingName, Partial<Things>>>;
let gone: Record<string, Caller>;
/** All that the owner hears, and all that anybody may. */
let streams: StreamReader[];
let told: () => string[];
beforeAll(async () => {
  house = await startHouse(ADMIN);
  const made = await furnish(house);
  ({ things, owner, friend } = made);
  ({ people, theirs } = await gatherPeople(house, owner, friend, things));
  gone = await endSessions(house, made.admin);
  streams = await Promise.all([
    openLive(owner),
    openRoom(owner, things.roomId),
    openGroup(owner, things.groupId),
  ]);
  told = listenToLive(house);
});
afterAll(async () => {
  await Promise.all(streams.map((stream) => stream.cut()));
  await house.stop();
});

const asked = callsOf(STANDINGS, routes);
const askAs = ({ name, route }: StandingCall) =>
  ask(people[name as StandingName], route, {
    ...things,
    ...theirs[name as StandingName],
    stranger: people[name as StandingName].id,
  });

test('what a standing says is about calls that there are, near its things', () => {
  expect(idleWords(STANDINGS, asked)).toEqual([]);
});

test('a token whose session ended opens nothing that a member or an account may', async () => {
  const before = await snapshot(house);
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
  expect(await snapshot(house)).toEqual(before);
  expect(told()).toEqual([]);
});

const names = Object.keys(STANDINGS) as StandingName[];
/** When the server says so of its own accord. */
const UNASKED = ['init', 'hello', 'presence'];
describe('refused or only reading, nothing changes and nothing is sent', () => {
  test.each(names)('%s', async (name) => {
    expect(
      await sweepQuiet(
        house,
        asked.filter((one) => one.name === name),
        people[name],
        askAs,
        told,
      ),
    ).toEqual([]);
  });
  test('the owner has heard nothing meanwhile', async () => {
    await say(friend, things.roomId, 'Отбой');
    await sayIn(friend, things.groupId, 'Отбой');
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

describe('who may, is let through', () => {
  test.each(names)('%s', async (name) => {
    expect(
      await sweepActs(
        asked.filter((one) => one.name === name),
        STANDINGS[name] as Standing,
        askAs,
      ),
    ).toEqual([]);
  });
});
