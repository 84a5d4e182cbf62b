import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as voice from '@respa/contract/voice';
import * as screen from '@respa/contract/voice-screen';
import { newId } from '#platform/runtime/ids.ts';
import { isBrowserHere } from '#tests/support/browser/world.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { befriend, excludeFrom, makeGroup } from '#tests/support/members/group-chats.ts';
import { readSeen, seeInBrowser, showInBrowser, type ScreenPage } from '#tests/support/screen-pages.ts';
import { makeVoiceClient } from '#tests/support/voice-client.ts';

let app: TestApp;
let [anna, boris, vera]: Caller[] = [];
let group: string;
const open: { close(): unknown }[] = [];

let members = 0;
async function enter(who: Caller): Promise<void> {
  const join = async (sdp: string) =>
    (
      await who.call(voice.join, {
        params: { roomId: group },
        body: { sdp, clientId: newId() },
      })
    ).sdp;
  open.push(await makeVoiceClient((members += 1), join));
}
async function show(who: Caller, clientId = newId(), hasSound = true): Promise<ScreenPage> {
  const page = await showInBrowser(
    async (sdp) =>
      (
        await who.call(screen.share, {
          params: { roomId: group },
          body: { sdp, clientId, height: 720 },
        })
      ).sdp,
    hasSound,
  );
  open.push(page);
  return page;
}
async function see(who: Caller, clientId = newId()): Promise<ScreenPage> {
  const page = await seeInBrowser(
    async (sdp) =>
      (await who.call(screen.watch, { params: { roomId: group }, body: { sdp, clientId } })).sdp,
  );
  open.push(page);
  return page;
}
const shown = async (who: Caller) =>
  (await who.call(voice.rooms)).rooms.find(({ roomId }) => roomId === group)?.screen;
/** Waits until frames arrive that are newer than now. */
async function isSeen(page: ScreenPage): Promise<void> {
  const { frames } = await readSeen(page);
  await expect
    .poll(async () => (await readSeen(page)).frames, { timeout: 20_000 })
    .toBeGreaterThan(frames + 5);
}
const counts = async () => (await app.server.context.voice.engine!.measure())!;

describe.skipIf(!isBrowserHere)('a shared screen', () => {
  beforeAll(async () => {
    app = await startTestApp();
    [anna, boris, vera] = await Promise.all(
      ['Анна', 'Борис', 'Вера'].map((name) => app.join(name)),
    );
    await befriend(anna!, boris!, vera!);
    group = await makeGroup(anna!, 'Рейд', boris!, vera!);
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  afterAll(() => app.stop());

  test('is seen and heard by another member until its member is excluded', async () => {
    await Promise.all([enter(anna!), enter(boris!)]);
    await show(boris!);
    expect(await shown(vera!)).toMatchObject({ user: boris!.id, height: 720, hasSound: true });
    const page = await see(anna!);
    await isSeen(page);
    await expect
      .poll(async () => (await readSeen(page)).sound, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect(await readSeen(page)).toMatchObject({ width: 1280, height: 720 });
    console.log(
      await page.page.evaluate(
        `(async()=>JSON.stringify([...(await connection.getStats()).values()].filter(s=>s.type==='inbound-rtp')))()`,
      ),
      await counts(),
    );
    await excludeFrom(anna!, group, boris!);
    expect(await counts()).toMatchObject({ screens: 0, readers: 0 });
    expect(await shown(vera!)).toBeUndefined();
  });
});
