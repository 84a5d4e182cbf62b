import { sql } from 'kysely';
import { expect } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as friends from '@respa/contract/friends';
import * as communities from '@respa/contract/communities';
import { Caller, PASSWORD } from '../support/driver.ts';
import { roomOf, sendMessage } from '../support/members/conversations.ts';
import { countIn, repeat, settle, times, type Course, type Race } from './course.ts';
import { patient } from '../support/patience.ts';

const make = (who: Caller, other: Caller) => () =>
  who.call(friends.make, { params: { id: other.id } });
const accept = (who: Caller, other: Caller) => () =>
  who.call(friends.accept, { params: { to: other.id } });
const cancel = (who: Caller, other: Caller) => () =>
  who.call(friends.cancel, { params: { id: other.id } });
const remove = (who: Caller, other: Caller) => () =>
  who.call(friends.remove, { params: { id: other.id }, body: {} });
/** Counts the friendship rows of two people, which are two or none, and their requests. */
const between = async ({ db }: Course, one: Caller, other: Caller): Promise<[number, number]> => [
  await countIn(
    db,
    'friendships',
    sql`user_id in (${one.id}, ${other.id}) and friend_id in (${one.id}, ${other.id})`,
  ),
  await countIn(
    db,
    'friend_requests',
    sql`from_id in (${one.id}, ${other.id}) and to_id in (${one.id}, ${other.id})`,
  ),
];
async function part(course: Course): Promise<void> {
  const { anna, boris } = course;
  await settle([
    remove(anna, boris),
    remove(boris, anna),
    cancel(anna, boris),
    cancel(boris, anna),
  ]);
  expect(await between(course, anna, boris)).toEqual([0, 0]);
}

export const PEOPLE_RACES: Record<string, Race> = {
  'twenty requests are one, and are told once': (course) =>
    repeat(async () => {
      const { db, anna, boris } = course;
      await settle(times(20, make(anna, boris)));
      expect(await between(course, anna, boris)).toEqual([0, 1]);
      expect(
        await countIn(
          db,
          'notifications',
          sql`to_id = ${boris.id} and from_id = ${anna.id} and type = 'friends'`,
        ),
      ).toBe(1);
      await part(course);
    }),
  'both ask at once: friends, or one request': (course) =>
    repeat(async () => {
      const { anna, boris } = course;
      await settle([...times(3, make(anna, boris)), ...times(3, make(boris, anna))]);
      expect([
        [2, 0],
        [0, 1],
      ]).toContainEqual(await between(course, anna, boris));
      await part(course);
    }),
  'accepted five times while it is taken back: friends or nothing': (course) =>
    repeat(async () => {
      const { anna, boris } = course;
      await make(anna, boris)();
      await settle([...times(5, accept(boris, anna)), cancel(anna, boris)]);
      expect([
        [2, 0],
        [0, 0],
      ]).toContainEqual(await between(course, anna, boris));
      // One accepts while the other is already removing the friend.
      await settle([accept(boris, anna), remove(anna, boris)]);
      await part(course);
    }),
  'accepted and rejected at once: friends or nothing': (course) =>
    repeat(async () => {
      const { anna, join } = course;
      const asker = await join('Проситель');
      await make(asker, anna)();
      const passed = await settle([
        accept(anna, asker),
        () => anna.call(friends.reject, { params: { id: asker.id } }),
        accept(anna, asker),
      ]);
      const found = await between(course, anna, asker);
      expect([
        [2, 0],
        [0, 0],
      ]).toContainEqual(found);
      expect(passed[1] ? [2, 0] : [0, 0]).not.toEqual(found);
      await remove(anna, asker)();
    }),
  'a link for a new password opens once': async ({ nobody, join, resetLinks }) => {
    const lost = await join('Забывчивый');
    await repeat(async (round) => {
      await nobody.call(account.forgotPassword, { body: { email: lost.email } });
      await expect
        .poll(async () => (await resetLinks(lost.email)).length, { timeout: patient(10_000) })
        .toBe(round + 1);
      const [id, link] = (await resetLinks(lost.email)).at(-1)!.split('/').slice(-2);
      const passed = await settle(
        times(5, () =>
          nobody.call(account.returnPassword, {
            body: { id: id!, link: link!, password: `respawn-${2030 + round}` },
          }),
        ),
      );
      expect(passed.filter(Boolean).length).toBe(1);
    });
  },
  'a token is changed five times at once: every tab stays signed in': async ({ join }) => {
    const tab = await join('Рита');
    let { token } = tab;
    const as = (one: string) => new Caller(tab.url, { token: one });
    await repeat(async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => as(token!).call(account.refresh)),
      );
      for (const answer of answers) expect(answer).toMatchObject({ verified: true });
      const input = answers.map((answer) => (answer as { token: string }).token);
      for (const one of new Set(input))
        expect((await as(one).call(account.sessions)).sessions).toHaveLength(1);
      token = input[0]!;
    });
  },
  'subscribed and unsubscribed many times: one subscriber or none, counted once': async ({
    db,
    anna,
    boris,
  }) => {
    const { pub } = await anna.call(communities.create, { body: { name: 'Очередь' } });
    await repeat(async () => {
      await settle(times(20, () => boris.call(communities.subscribe, { params: { id: pub._id } })));
      const rows = await countIn(
        db,
        'public_subscriptions',
        sql`public_id = ${pub._id} and user_id = ${boris.id}`,
      );
      expect([0, 1]).toContain(rows);
      expect(
        (await anna.call(communities.one, { params: { id: pub._id } })).pub.subscribersCount,
      ).toBe(1 + rows);
    });
  },
  'a profile is deleted while it writes, likes and makes friends: nothing of it is left behind': ({
    db,
    anna,
    boris,
    join,
  }) =>
    repeat(async () => {
      const gone = await join('Уходящий');
      const roomId = await roomOf(gone, anna);
      await settle([
        () => gone.call(account.deleteProfile, { body: { password: PASSWORD } }),
        () => sendMessage(gone, roomId, 'пока'),
        () => sendMessage(anna, roomId, 'постой'),
        make(gone, anna),
        make(anna, gone),
        () => gone.call(cloud.mkdir, { body: { name: 'Остаток' } }),
        () => gone.call(chats.createRoom, { params: { userId: boris.id } }),
        () =>
          gone.call(cloud.upload, {
            files: { file: [new File([crypto.randomUUID()], 'остаток.txt')] },
          }),
      ]);
      for (const table of [
        'friend_requests',
        'friendships',
        'cloud_nodes',
        'cloud_owners',
        'sessions',
        'media_files',
        'uploads',
      ]) {
        const { rows } = await sql<{
          name: string;
        }>`
          select column_name as name
          from information_schema.columns
          where table_schema = 'public'
            and table_name = ${table}
            and column_name in ('user_id', 'owner_id', 'from_id', 'to_id', 'friend_id',
              'account_id')
        `.execute(db);
        expect(rows.length).toBeGreaterThan(0);
        for (const { name } of rows)
          expect([
            table,
            name,
            await countIn(db, table, sql`${sql.ref(name)} = ${gone.id}::uuid`),
          ]).toEqual([table, name, 0]);
      }
    }),
};
