import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import { startHouse, type Caller, type TestHouse } from '../driver.ts';
import { ADMIN } from '../games.ts';
import { openGroup, openLive, openRoom, type StreamReader } from '../stream-reader.ts';
import { say } from '../talk.ts';
import { sayIn } from '../group-talk.ts';
import type { AccessRow, Things } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import { findAllRoutes, keyOf } from './all-routes.ts';
import { ask, furnish, snapshot } from './asking.ts';
import { endSessions, gatherPeople } from './standing-people.ts';
import { STANDINGS, type Standing, type StandingName } from './standings.ts';

const routes = new Map((await findAllRoutes()).map((route) => [keyOf(route), route]));
let house: TestHouse;
let things: Things;
let owner: Caller;
let friend: Caller;
let people: Record<StandingName, Caller>;
let gone: Record<string, Caller>;
/** All that the owner hears. */
let streams: StreamReader[];
beforeAll(async () => {
  house = await startHouse(ADMIN);
  const made = await furnish(house);
  ({ things, owner, friend } = made);
  people = await gatherPeople(house, owner, friend, things);
  gone = await endSessions(house, made.admin);
  streams = await Promise.all([openLive(owner), openRoom(owner, things.roomId), openGroup(owner, things.groupId)]);
});
afterAll(async () => {
  await Promise.all(streams.map((stream) => stream.cut()));
  await house.stop();
});

/** Which of the owner's things a call is about. */
function thingsOf(row: AccessRow): Set<string> {
  const seen = new Set<string>();
  const spy = new Proxy({}, { get: (_things, name) => seen.add(String(name)) && String(name) }) as Things;
  for (const part of [row.params, row.query, row.body]) part?.(spy);
  return seen;
}
type Expected = number | 'reads' | 'acts';
function expectedOf(standing: Standing, key: string, route: RouteSpec): Expected {
  if (route.access === 'admin') return 403;
  if (standing.reads?.includes(key) === true) return 'reads';
  if (standing.acts?.includes(key) === true) return 'acts';
  return standing.refused?.[key] ?? standing.otherwise ?? (ACCESS_ROWS[key]!.stranger as Expected);
}
const asked = (Object.entries(STANDINGS) as [StandingName, Standing][]).flatMap(([name, standing]) => [...routes]
  .filter(([key]) => { const about = thingsOf(ACCESS_ROWS[key]!); return ACCESS_ROWS[key]!.stranger !== 'own' && standing.near.some((thing) => about.has(thing)); })
  .map(([key, route]) => ({ name, key, route, expected: expectedOf(standing, key, route) })));
const callOf = ({ name, route }: (typeof asked)[number]) => ask(people[name], route, { ...things, stranger: people[name].id });

test('what a standing says is about calls that there are, near its things', () => {
  for (const [name, standing] of Object.entries(STANDINGS) as [StandingName, Standing][]) {
    const near = asked.filter((one) => one.name === name).map(({ key }) => key);
    for (const key of [...(standing.reads ?? []), ...(standing.acts ?? []), ...Object.keys(standing.refused ?? {})]) expect([name, near]).toEqual([name, expect.arrayContaining([key]) as string[]]);
  }
});

test('a token whose session ended opens nothing that a member or an account may', async () => {
  const before = await snapshot(house);
  const answered: unknown[] = [];
  for (const [key, route] of routes) {
    if (route.access === 'visitor' || route.access === 'reader') continue;
    await Promise.all(Object.entries(gone).map(async ([why, who]) => {
      const { status, body } = await ask(who, route, things);
      if (status !== 401 || body['code'] !== 'not_signed_in') answered.push([why, key, status, body['code']]);
    }));
  }
  expect(answered).toEqual([]);
  expect(await snapshot(house)).toEqual(before);
});

const names = Object.keys(STANDINGS) as StandingName[];
/** When the server says so of its own accord. */
const UNASKED = ['init', 'hello', 'presence'];
describe('refused or only reading, nothing changes and nothing is sent', () => {
  test.each(names)('%s', async (name) => {
    const wrong: unknown[] = [];
    let before = await snapshot(house);
    for (const one of asked.filter((each) => each.name === name && each.expected !== 'acts')) {
      const { status, body } = await callOf(one);
      const after = await snapshot(house);
      const changed = Object.keys(after).filter((table) => before[table] !== after[table]);
      before = after;
      if (status !== (one.expected === 'reads' ? 200 : one.expected) || changed.length > 0) wrong.push([one.key, one.expected, status, body['code'] ?? '', ...changed]);
    }
    expect(wrong).toEqual([]);
  });
  test('the owner has heard nothing meanwhile', async () => {
    await say(friend, things.roomId, 'Отбой');
    await sayIn(friend, things.groupId, 'Отбой');
    await Promise.all([streams[0]!.next('room'), streams[1]!.next('create'), streams[2]!.next('create')]);
    const heard = streams.map(({ events }) => events.map(({ type }) => type).filter((type) => !UNASKED.includes(type)));
    expect(heard).toEqual([['room'], ['create'], ['create']]);
  });
});

describe('who may, is let through', () => {
  test.each(names)('%s', async (name) => {
    const order: readonly string[] = (STANDINGS[name] as Standing).acts ?? [];
    const wrong: unknown[] = [];
    for (const one of asked.filter((each) => each.name === name && each.expected === 'acts').sort(({ key }, other) => order.indexOf(key) - order.indexOf(other.key))) {
      const { status, body } = await callOf(one);
      if (status !== 200) wrong.push([one.key, status, body['code']]);
    }
    expect(wrong).toEqual([]);
  });
});
