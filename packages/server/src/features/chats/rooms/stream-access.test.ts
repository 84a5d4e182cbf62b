import { describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import { PASSWORD, signIn, type Caller } from '#tests/support/driver.ts';
import { isWithin, openRoom } from '#tests/support/stream-reader.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();
const roomId = await roomOf(anna, boris);
const enter = (who: Caller) => signIn(app, who);

describe('Access to room streams', () => {
  test("refuses another user's id in the path, non-members, unknown rooms and a missing token", async () => {
    const stranger = await app.join('Вера');
    expect(
      await anna.refusal(chats.connect, { params: { roomId, userId: boris.id } }),
    ).toMatchObject({ status: 403, code: 'forbidden' });
    expect(
      await stranger.refusal(chats.connect, { params: { roomId, userId: stranger.id } }),
    ).toMatchObject({ status: 404, code: 'not_found' });
    expect(
      await stranger.refusal(chats.connect, {
        params: { roomId: stranger.id, userId: stranger.id },
      }),
    ).toMatchObject({ status: 404 });
    expect(await stranger.refusal(chats.typing, { params: { roomId } })).toMatchObject({
      status: 404,
    });
    expect(
      await app.nobody.refusal(chats.connect, { params: { roomId, userId: anna.id } }),
    ).toMatchObject({ status: 401 });
  });

  const endings: [string, (device: Caller, other: Caller) => Promise<unknown>][] = [
    ['a sign-out', (device) => device.call(account.logout)],
    [
      'the end of all other sessions',
      (_, other) => other.call(account.endSession, { params: { id: 'all' } }),
    ],
    [
      'a new password',
      (_, other) =>
        other.call(account.changePassword, {
          body: { password: PASSWORD, newPassword: 'another-pass-1' },
        }),
    ],
  ];
  test.each(endings)('%s ends the stream within a second', async (_name, end) => {
    const gleb = await app.join('Глеб');
    const room = await roomOf(gleb, anna);
    const device = await enter(gleb);
    const streams = [await openRoom(device, room), await openRoom(device, room)];
    for (const stream of streams) await stream.next('init');
    await end(device, gleb);
    for (const stream of streams) expect(await isWithin(1_000, stream.ended)).toBe(true);
    expect(
      await device.refusal(chats.connect, { params: { roomId: room, userId: gleb.id } }),
    ).toMatchObject({ status: 401 });
  });

  test('a stream that opens while its session ends does not outlive the session', async () => {
    const gleb = await app.join('Глеб');
    const room = await roomOf(gleb, anna);
    for (let round = 0; round < 12; round += 1) {
      const device = await enter(gleb);
      const opening = Array.from({ length: 4 }, () =>
        openRoom(device, room).catch(() => undefined),
      );
      await new Promise((resolve) => {
        setTimeout(resolve, round / 3);
      });
      await device.call(account.logout);
      const opened = (await Promise.all(opening)).filter((stream) => stream !== undefined);
      for (const stream of opened) expect(await isWithin(1_000, stream.ended)).toBe(true);
      expect(await device.refusal(chats.unread)).toMatchObject({ status: 401 });
    }
  });

  test('frames of one room never reach another', async () => {
    const gleb = await app.join('Глеб');
    const withGleb = await roomOf(anna, gleb);
    const [here, there] = [await openRoom(boris, roomId), await openRoom(gleb, withGleb)];
    await here.next('init');
    await there.next('init');
    await sendMessage(anna, roomId, 'только Борису');
    await sendMessage(anna, withGleb, 'только Глебу');
    await Promise.all([here.next('create'), there.next('create')]);
    expect(JSON.stringify(here.events)).not.toContain('только Глебу');
    expect(JSON.stringify(there.events)).not.toContain('только Борису');
    await here.cut();
    await there.cut();
  });
});
