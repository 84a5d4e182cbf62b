import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { closeBrowser, createContext } from '../support/browser/shared-browser.ts';
import {
  callBar,
  enterVoice,
  hears,
  hearsSilence,
  inVoice,
  watchVoice,
} from '../support/browser/voice-page.ts';
import { isBrowserHere, keepSession, World } from '../support/browser/world.ts';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { befriend, makeGroup } from '../support/members/group-chats.ts';
import { patient } from '../support/patience.ts';
import { openLiveKitMedia } from '../support/voice/livekit-media.ts';
import { LiveKitPeer } from '../support/voice/livekit-peer.ts';

let peer: LiveKitPeer;
let app: TestApp;
let world: World;
let roomId: string;
let [anna, boris, vera]: Caller[] = [];
async function enter(who: Caller): Promise<Page> {
  const context = await world.newContext();
  await watchVoice(context);
  await keepSession(context, who);
  const page = await context.newPage();
  await page.goto(`/chat/${roomId}`);
  await enterVoice(page);
  return page;
}
const button = (page: Page, name: string) => callBar(page).getByRole('button', { name });

describe.skipIf(!isBrowserHere)('a voice room on a LiveKit server', () => {
  beforeAll(async () => {
    peer = await new LiveKitPeer().start();
    app = await startTestApp(peer.env);
    world = World.at(app.url);
    const media = await (await createContext(app.url)).newPage();
    await media.goto(`${app.url}/robots.txt`);
    peer.media = await openLiveKitMedia(media);
    [anna, boris, vera] = [
      await app.join('Анна', 'Ветрова'),
      await app.join('Борис', 'Лунёв'),
      await app.join('Вера', 'Соль'),
    ];
    await befriend(anna, boris, vera);
    roomId = await makeGroup(anna, 'Рейд', boris, vera);
  });
  afterAll(async () => {
    await world?.close();
    await closeBrowser();
    await app?.stop();
    await peer?.stop();
  });

  test('members hear each other, are muted and removed, and see a screen', async () => {
    const [first, second, third] = [await enter(anna!), await enter(boris!), await enter(vera!)];
    await Promise.all([first, second, third].map(hears));
    // Muted for all, and heard again.
    await inVoice(first)
      .getByTitle(/^Борис Лунёв/)
      .click();
    const dialog = first.getByRole('dialog');
    await dialog.getByRole('switch', { name: 'Выключить микрофон для всех' }).click();
    await callBar(second).getByText('Ваш микрофон выключили для всех').waitFor();
    await button(third, 'Выключить микрофон').click();
    await hearsSilence(first);
    await dialog.getByRole('switch', { name: 'Выключить микрофон для всех' }).click();
    await hears(first);
    await first.keyboard.press('Escape');

    await button(second, 'Показать экран').click();
    const choice = second.getByRole('dialog', { name: 'Показать экран' });
    await choice.getByRole('button', { name: 'Выбрать экран' }).click();
    const stage = first.getByRole('region', { name: /^Экран: / });
    const frames = () =>
      stage
        .locator('video')
        .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
    await stage.waitFor();
    await expect.poll(frames, { timeout: patient(20_000) }).toBeGreaterThan(3);
    await button(second, 'Закончить показ экрана').click();
    await stage.waitFor({ state: 'detached' });

    // Removed from the room, and heard no longer.
    await inVoice(first)
      .getByTitle(/^Борис Лунёв/)
      .click();
    await dialog.getByRole('button', { name: 'Убрать из комнаты' }).click();
    await callBar(second).waitFor({ state: 'hidden' });
    await hearsSilence(first);
    // Not only because that page has gone by itself.
    expect(peer.calls).toContain('RemoveParticipant');
  });
});
