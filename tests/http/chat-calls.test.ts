import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as backgrounds from '@respa/contract/backgrounds';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import * as privacy from '@respa/contract/privacy';
import type { RouteSpec } from '@respa/contract/route';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { befriend, excludeFrom, makeGroup, sendToGroup } from '../support/members/group-chats.ts';
import { picture } from '../support/files/pictures.ts';
import { roomOf, sendMessage } from '../support/members/conversations.ts';
import { keyOf } from '../sweeps/all-routes.ts';
import { PRIVATE_ROWS, type Input, type Place, type Row } from './chat-call-rows.ts';
import { GROUP_ROWS } from './group-call-rows.ts';

let app: TestApp;
let [anna, boris, vera, dina, gleb, zoya]: Caller[] = [];
let image: Blob;
let elsewhere: string;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera, dina, gleb, zoya] = await Promise.all(
    ['Анна', 'Борис', 'Вера', 'Дина', 'Глеб', 'Зоя'].map((name) => app.join(name)),
  );
  await befriend(anna!, boris!, vera!, dina!, gleb!);
  await befriend(boris!, dina!);
  image = await picture();
  elsewhere = (await sendMessage(gleb!, await roomOf(gleb!, zoya!), 'в другом месте'))._id;
});
afterAll(() => app.stop());

type Who = { caller: Caller; own: string };
type Scene = {
  place: Omit<Place, 'me' | 'own'>;
  people: Record<'member' | 'creator' | 'shut', Who | undefined>;
};
/**
 * Creates a group led by Anna with Boris and Gleb; Vera was a member; Dina is a friend outside the
 * group.
 */
async function groupScene(): Promise<Scene> {
  const roomId = await makeGroup(anna!, 'Отряд', boris!, vera!, gleb!);
  const [mine, his, hers, theirs] = await Promise.all(
    [anna!, boris!, vera!, gleb!].map(async (who) => ({
      caller: who,
      own: (await sendToGroup(who, roomId, 'слово'))._id,
    })),
  );
  await excludeFrom(anna!, roomId, vera!);
  return {
    place: { roomId, other: gleb!.id, newcomer: dina!.id, theirs: theirs!.own, elsewhere },
    people: { member: his, creator: mine, shut: hers },
  };
}
/** Creates a private room of Boris and Gleb, and a closed one of Boris and Zoya, who blocks him. */
async function privateScenes(): Promise<{ open: Scene; shut: Scene }> {
  const scene = async (partner: Caller, role: 'member' | 'shut'): Promise<Scene> => {
    const roomId = await roomOf(boris!, partner);
    const [own, theirs] = [
      (await sendMessage(boris!, roomId, 'слово'))._id,
      (await sendMessage(partner, roomId, 'слово'))._id,
    ];
    return {
      place: { roomId, other: partner.id, newcomer: dina!.id, theirs, elsewhere },
      people: {
        member: undefined,
        creator: undefined,
        shut: undefined,
        [role]: { caller: boris!, own },
      },
    };
  };
  await zoya!.call(privacy.unblock, { params: { id: boris!.id } });
  const scenes = { open: await scene(gleb!, 'member'), shut: await scene(zoya!, 'shut') };
  await zoya!.call(privacy.block, { params: { id: boris!.id } });
  return scenes;
}
/** Returns checksums of everything that rooms consist of; a refused call leaves them unchanged. */
const readAll = async (): Promise<unknown> =>
  (
    await sql`
      select (select md5(string_agg(r::text, ' ' order by r.id)) from rooms r) as rooms,
        (
          select md5(string_agg(m::text, ' ' order by m.room_id, m.user_id))
          from room_members m
        ) as members,
        (select md5(string_agg(m::text, ' ' order by m.id)) from messages m) as messages,
        (select count(*) from media_files) as files
    `.execute(app.server.context.db)
  ).rows[0];

async function ask(
  who: Who,
  route: RouteSpec,
  input: Input,
): Promise<{ status: number; error: string }> {
  const answer = await who.caller.request(route, input as never);
  if (route.reply === 'stream' && answer.ok) {
    await answer.body!.cancel();
    return { status: answer.status, error: '' };
  }
  return {
    status: answer.status,
    error: ((await answer.json()) as { error?: string }).error ?? '',
  };
}
/** Builds the input of a row and adds a picture where the route needs one. */
const inputOf = ({ route, given: input }: Row, place: Place): Input => {
  const slots = Object.keys(route.form?.files ?? {});
  return {
    ...input(place),
    ...(slots.length === 1 && slots[0] === 'file' && route.path.includes('upload-bg')
      ? { files: { file: [image] } }
      : {}),
  };
};

/** Returns what differs from the row, one sentence each. */
async function checkRow(
  row: Row,
  { open, shut, refreshed }: { open: Scene; shut: Scene; refreshed: () => Promise<Scene> },
): Promise<string[]> {
  const wrong: string[] = [];
  const check = async (
    name: string,
    who: Who,
    input: Input,
    wanted: { status: number; says?: string },
  ) => {
    const before = await readAll();
    const { status, error } = await ask(who, row.route, input);
    if (status !== wanted.status || error !== (wanted.says ?? error))
      wrong.push(`${name}: ${status} «${error}»`);
    if (status !== 200 && !isDeepStrictEqual(await readAll(), before))
      wrong.push(`${name}: refused, and something has changed`);
  };
  const checkRole = async (
    { place, people }: Scene,
    role: 'member' | 'creator' | 'shut',
    status: number,
  ) => {
    const who = people[role]!;
    await check(role, who, inputOf(row, { ...place, me: who.caller.id, own: who.own }), { status });
  };
  await checkRole(shut, 'shut', row.shut);
  const who = open.people.creator ?? open.people.member!;
  for (const [turn, { given: input, status, says }] of row.bad.entries())
    await check(
      `bad input ${turn}`,
      who,
      input({ ...open.place, me: who.caller.id, own: who.own }),
      { status, says },
    );
  await checkRole(open, 'member', row.member);
  // Calls that change the members leave a changed group behind, so the next role gets a new one.
  if (row.creator !== undefined)
    await checkRole(
      [groups.invite, groups.leave].some((route) => route === row.route) ? await refreshed() : open,
      'creator',
      row.creator,
    );
  return wrong;
}

describe('A private room', () => {
  test.each(PRIVATE_ROWS.map((row) => [keyOf(row.route), row] as const))(
    '%s answers each role of a private room as its row states',
    async (_, row) => {
      const scenes = await privateScenes();
      expect(
        await checkRow(row, { ...scenes, refreshed: () => Promise.resolve(scenes.open) }),
      ).toEqual([]);
    },
  );
});
describe('A group', () => {
  test.each(GROUP_ROWS.map((row) => [keyOf(row.route), row] as const))(
    '%s answers each role of a group as its row states',
    async (_, row) => {
      const scene = await groupScene();
      expect(await checkRow(row, { open: scene, shut: scene, refreshed: groupScene })).toEqual([]);
    },
  );
});
test('every chat route has its row', () => {
  const isCall = (value: unknown): value is RouteSpec =>
    typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
  const calls = [chats, groups, extras, backgrounds]
    .flatMap((module) => Object.values(module).filter(isCall))
    .map(keyOf);
  expect(
    calls.filter(
      (key) => ![...PRIVATE_ROWS, ...GROUP_ROWS].some(({ route }) => keyOf(route) === key),
    ),
  ).toEqual([]);
});
