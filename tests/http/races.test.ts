import { expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as friends from '@respa/contract/friends';
import * as groups from '@respa/contract/groups';
import * as publics from '@respa/contract/publics';
import { sql } from 'kysely';
import { Caller, PASSWORD, Refused } from '../driver.ts';
import { befriend, excludeFrom, inviteInto, makeGroup, readGroup, sayIn } from '../group-talk.ts';
import { openTrio } from '../trio.ts';
import { change, readRoom, roomOf, say, take } from '../talk.ts';

/** The races of security.md 3.4 that no feature's own tests run. */
const ROUNDS = process.env['RESPA_LONG_TESTS'] === '1' ? 50 : 3;
const { house, anna, boris, vera } = await openTrio();
const { db } = house.server.ground;

/** Which were let through; whoever was not was refused in words, and by no fault of the server. */
async function settle(calls: (() => Promise<unknown>)[]): Promise<boolean[]> {
  const all = await Promise.allSettled(calls.map((call) => call()));
  expect(all.filter((one) => one.status === 'rejected' && !(one.reason instanceof Refused && one.reason.status < 500))).toEqual([]);
  return all.map(({ status }) => status === 'fulfilled');
}
const byText = (one: string, other: string) => one.localeCompare(other);
const times = (count: number, call: () => Promise<unknown>) => Array.from({ length: count }, () => call);
async function count(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return (await query.execute(db)).rows[0]!.n;
}
const befriended = () => count(sql<{ n: number }>`select count(*)::int as n from friendships where ${anna.id}::uuid in (user_id, friend_id) and ${boris.id}::uuid in (user_id, friend_id)`);
const asked = () => count(sql<{ n: number }>`select count(*)::int as n from friend_requests where ${anna.id}::uuid in (from_id, to_id) and ${boris.id}::uuid in (from_id, to_id)`);
const part = async () => { await settle([() => anna.call(friends.remove, { params: { id: boris.id }, body: {} }), () => boris.call(friends.remove, { params: { id: anna.id }, body: {} }), () => anna.call(friends.cancel, { params: { id: boris.id } }), () => boris.call(friends.cancel, { params: { id: anna.id } })]); };

test('both ask at once: friends, or one request', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await settle([...times(3, () => anna.call(friends.make, { params: { id: boris.id } })), ...times(3, () => boris.call(friends.make, { params: { id: anna.id } }))]);
    const [rows, requests] = [await befriended(), await asked()];
    expect([rows > 0, requests]).toEqual(rows > 0 ? [true, 0] : [false, 1]);
    await part();
    expect([await befriended(), await asked()]).toEqual([0, 0]);
  }
});
test('accepted five times while it is taken back: friends or nothing', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await anna.call(friends.make, { params: { id: boris.id } });
    await settle([...times(5, () => boris.call(friends.accept, { params: { to: anna.id } })), () => anna.call(friends.cancel, { params: { id: boris.id } })]);
    expect(await asked()).toBe(0);
    expect([0, 1, 2]).toContain(await befriended());
    // And one accepts while the other is already leaving.
    await settle([() => boris.call(friends.accept, { params: { to: anna.id } }), () => anna.call(friends.remove, { params: { id: boris.id }, body: {} })]);
    await part();
  }
});
test('one address is registered ten times: one account', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `${crypto.randomUUID()}@respa.test`;
    await settle(times(10, () => house.nobody.call(account.register, { body: { name: 'Двойник', surname: 'Второй', age: '1999-05-11', email, password: PASSWORD } })));
    expect(await count(sql<{ n: number }>`select count(*)::int as n from accounts where email = ${email}`)).toBe(1);
  }
});
test('a link for a new password opens once', async () => {
  const lost = await house.join('Забывчивый', 'Игрок');
  for (let round = 0; round < ROUNDS; round += 1) {
    await house.nobody.call(account.forgotPassword, { body: { email: lost.email } });
    const links = () => house.links.filter(({ to, kind }) => to === lost.email && kind === 'return-password');
    await expect.poll(() => links().length).toBe(round + 1);
    const [id, link] = links().at(-1)!.url.split('/').slice(-2);
    const passed = await settle(times(5, () => house.nobody.call(account.returnPassword, { body: { id: id!, link: link!, password: `respawn-${2030 + round}` } })));
    expect(passed.filter(Boolean).length).toBe(1);
  }
});
test('a token is changed five times at once: every tab stays signed in', async () => {
  const tab = await house.join('Рита', 'Многооконная');
  let token = tab.token!;
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => new Caller(house.url, { token }).call(account.refresh)));
    for (const answer of answers) expect(answer).toMatchObject({ verified: true });
    const given = answers.map((answer) => (answer as { token: string }).token);
    for (const one of new Set(given)) await new Caller(house.url, { token: one }).call(account.sessions);
    token = given[0]!;
  }
});
test('one folder of a name, however often it is made at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const passed = await settle(times(10, () => anna.call(cloud.mkdir, { body: { name: `Сейвы ${round}` } })));
    expect(passed.filter(Boolean).length).toBe(1);
  }
});
test('changed and deleted at once: deleted, and nobody reads it', async () => {
  const roomId = await roomOf(anna, boris);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { _id } = await say(anna, roomId, `до ${round}`);
    await settle([() => change(anna, _id, 'раз'), () => take(anna, _id), () => change(anna, _id, 'два')]);
    expect((await readRoom(boris, roomId)).filter((message) => message._id === _id)).toEqual([]);
  }
});
test('who is excluded while they write has written before or not at all', async () => {
  await befriend(anna, vera);
  const roomId = await makeGroup(anna, 'Гонка', vera);
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = Array.from({ length: 6 }, (_, place) => `${round}.${place}`);
    const passed = await settle([...words.map((text) => () => sayIn(vera, roomId, text)), () => excludeFrom(anna, roomId, vera)]);
    const there = await readGroup(anna, roomId);
    expect(there.filter((message) => words.includes(message.message)).map(({ message }) => message).toSorted(byText)).toEqual(words.filter((_text, place) => passed[place]));
    const out = there.findLastIndex(({ system }) => system?.kind === 'excluded');
    expect(there.slice(out + 1).map(({ message }) => message)).toEqual([]);
    await settle(times(10, () => inviteInto(anna, roomId, vera)));
    expect(await count(sql<{ n: number }>`select count(*)::int as n from room_members where room_id = ${roomId}::uuid and user_id = ${vera.id}::uuid`)).toBe(1);
  }
});
test('a group is deleted while one writes and leaves: nothing of it is left', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const roomId = await makeGroup(anna, 'Прощание', vera);
    await settle([() => sayIn(vera, roomId, 'ещё'), () => anna.call(groups.removeRoom, { params: { id: roomId } }), () => vera.call(groups.leave, { params: { id: roomId } }), () => sayIn(anna, roomId, 'и ещё')]);
    expect(await count(sql<{ n: number }>`select count(*)::int as n from messages where room_id = ${roomId}::uuid`)).toBe(0);
    expect((await anna.refusal(groups.room, { params: { id: roomId } })).status).toBe(404);
  }
});
test('subscribed twenty times: one subscriber, counted once', async () => {
  const { pub } = await anna.call(publics.create, { body: { name: 'Очередь' } });
  for (let round = 0; round < ROUNDS; round += 1) {
    await settle(times(20, () => boris.call(publics.subscribe, { params: { id: pub._id } })));
    const rows = await count(sql<{ n: number }>`select count(*)::int as n from public_subscriptions where public_id = ${pub._id}::uuid and user_id = ${boris.id}::uuid`);
    expect([0, 1]).toContain(rows);
  }
});
test('a profile is deleted while it writes, likes and makes friends: nothing of it is left behind', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const gone = await house.join('Уходящий', 'Навсегда');
    const roomId = await roomOf(gone, anna);
    await settle([
      () => gone.call(account.deleteProfile, { body: { password: PASSWORD } }), () => say(gone, roomId, 'пока'), () => say(anna, roomId, 'постой'), () => gone.call(friends.make, { params: { id: anna.id } }),
      () => anna.call(friends.make, { params: { id: gone.id } }), () => gone.call(cloud.mkdir, { body: { name: 'Остаток' } }), () => gone.call(chats.createRoom, { params: { userId: boris.id } }),
    ]);
    for (const table of ['friend_requests', 'friendships', 'cloud_nodes', 'sessions']) {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table} and column_name in ('user_id', 'owner_id', 'from_id', 'to_id', 'friend_id', 'account_id')`.execute(db);
      for (const { name } of rows) expect([table, name, await count(sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(name)} = ${gone.id}::uuid`)]).toEqual([table, name, 0]);
    }
  }
});
