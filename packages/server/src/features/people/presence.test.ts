import { afterAll, beforeAll, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as people from '@respa/contract/people';
import * as profile from '@respa/contract/profile';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { openLive, openRoom } from '#tests/support/stream-reader.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  app = await startTestApp();
  app.server.context.people.graceMs = 1_500;
  [anna, boris] = await Promise.all([app.join('Анна', 'Белова'), app.join('Борис', 'Ёлкин')]);
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.accept, { params: { to: anna.id } });
  await sendMessage(anna, await roomOf(anna, boris), 'привет');
});
afterAll(() => app.stop());

/** Returns Anna's online state in every place that shows a person. */
async function shown(): Promise<boolean[]> {
  const [{ user }, { friends: list }, { users }, { rooms }, page] = await Promise.all([
    boris.call(profile.user, { params: { id: anna.id } }),
    boris.call(friends.list, { params: { id: boris.id } }),
    boris.call(people.directory, { params: { page: 1, query: 'белова' } }),
    boris.call(chats.rooms),
    boris.call(profile.profile, { params: { id: boris.id } }),
  ]);
  return [
    user.isOnline,
    list[0]!.isOnline,
    users[0]!.isOnline,
    rooms[0]!.isOnline,
    page.friends[0]!.isOnline,
  ];
}
/** Waits until the server has noticed how many streams Anna has. */
const noticed = (streams: number) =>
  expect.poll(() => app.server.context.live.countTagged(`user:${anna.id}`)).toBe(streams);

test('a user with an open stream is online everywhere; closing the last stream stores the last-online time', async () => {
  expect(await shown()).toEqual([false, false, false, false, false]);
  expect((await boris.call(profile.user, { params: { id: anna.id } })).user.date).toBe(null);
  const [first, second] = [await openLive(anna), await openRoom(anna, await roomOf(anna, boris))];
  expect(await shown()).toEqual([true, true, true, true, true]);
  await first.cut();
  await noticed(1);
  expect(await shown()).toEqual([true, true, true, true, true]);
  await second.cut();
  await expect
    .poll(shown, { timeout: patient(6_000) })
    .toEqual([false, false, false, false, false]);
  await expect
    .poll(
      async () =>
        Date.parse(
          (await boris.call(profile.user, { params: { id: anna.id } })).user.date ?? '1970-01-01',
        ),
      { timeout: patient(6_000) },
    )
    .toBeGreaterThan(Date.now() - 12_000);
});

test('a page reload does not make the user go offline', async () => {
  const boriss = await openLive(boris);
  const before = await openLive(anna);
  expect(await boriss.next('presence')).toMatchObject({ userId: anna.id, isOnline: true });
  for (let [reload, stream] = [0, before]; reload < 3; reload += 1) {
    await stream.cut();
    await noticed(0);
    stream = await openLive(anna);
    await noticed(1);
    expect(await shown()).toEqual([true, true, true, true, true]);
    if (reload === 2) await stream.cut();
  }
  // The last stream is closed: only now does the member go offline.
  const changes = () =>
    boriss.events.filter((event) => event.type === 'presence').map((event) => event['isOnline']);
  await expect.poll(() => changes().at(-1), { timeout: patient(10_000) }).toBe(false);
  expect(changes()).toEqual([true, true, true, true, false]);
  await boriss.cut();
});
