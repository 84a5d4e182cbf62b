import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { audit } from '../support/browser/audit.ts';
import { enterAs } from '../support/browser/dialog-page.ts';
import { callBar, endVoice, enterVoice, inVoice } from '../support/browser/voice-page.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';
import { patient } from '../support/patience.ts';

let world: World;
const inside: Page[] = [];
const group = 'Дракон, берегись';
async function enter(login: string, options: Parameters<World['newContext']>[0] = {}) {
  const { page, context } = await enterAs(world, login, options);
  // Keeps what the browser captures, to end it as the browser's own button does.
  await context.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const original = devices.getDisplayMedia.bind(devices);
    devices.getDisplayMedia = async (asked) => {
      const stream = await original(asked);
      Object.assign(window, { captured: stream, asked });
      return stream;
    };
  });
  await page.goto('/messages');
  await page.getByRole('listitem').getByRole('link').filter({ hasText: group }).first().click();
  await page.waitForURL('**/chat/**');
  await enterVoice(page);
  inside.push(page);
  return page;
}
type Captured = { captured: MediaStream; asked: { video: MediaTrackConstraints } };
/** Returns what was asked of the browser, and what the page does with what it got. */
const readCaptured = (page: Page) =>
  page.evaluate(() => {
    const { captured, asked } = window as unknown as Captured;
    return {
      height: (asked.video.height as ConstrainULongRange).max,
      frames: (asked.video.frameRate as ConstrainDoubleRange).max,
      hint: captured.getVideoTracks()[0]!.contentHint,
    };
  });
const stage = (page: Page) => page.getByRole('region', { name: /^Экран: / });
const readVideo = (page: Page) =>
  stage(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => ({
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
      width: video.videoWidth,
    }));
/** Waits until pictures arrive that are newer than now. */
async function sees(page: Page): Promise<void> {
  await stage(page).waitFor();
  const { frames } = await readVideo(page);
  await expect
    .poll(() => readVideo(page).then((now) => now.frames), { timeout: patient(20_000) })
    .toBeGreaterThan(frames + 3);
  expect((await readVideo(page)).width).toBeGreaterThan(0);
}
/** Returns the pictures that the window of the video alone has shown; null without one. */
const countApart = (page: Page) =>
  page.evaluate(() => {
    const apart = document.pictureInPictureElement as HTMLVideoElement | null;
    return apart === null ? null : apart.getVideoPlaybackQuality().totalVideoFrames;
  });
async function seesApart(page: Page): Promise<void> {
  await expect.poll(() => countApart(page)).not.toBe(null);
  const before = (await countApart(page))!;
  await expect
    .poll(() => countApart(page), { timeout: patient(20_000) })
    .toBeGreaterThan(before + 3);
}
/** Returns axe's findings in a part of the page, in both themes. */
async function auditIn(page: Page, within: string): Promise<string[]> {
  const findings = await audit(page, 'all', within);
  const root = page.locator('html');
  const theme = await root.getAttribute('data-mantine-color-scheme');
  const other = theme === 'dark' ? 'light' : 'dark';
  await root.evaluate((html, value) => {
    html.dataset['mantineColorScheme'] = value;
  }, other);
  findings.push(...(await audit(page, 'contrast', within)));
  await root.evaluate((html, value) => {
    html.dataset['mantineColorScheme'] = value;
  }, theme!);
  return findings;
}
async function share(page: Page, quality: string): Promise<void> {
  await callBar(page).getByRole('button', { name: 'Показать экран' }).click();
  const dialog = page.getByRole('dialog', { name: 'Показать экран' });
  await dialog.getByRole('radio', { name: quality }).check();
  expect(await auditIn(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Выбрать экран' }).click();
}

describe.skipIf(!isBrowserHere)('a shared screen', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => endVoice(world, inside.splice(0)));
  afterAll(() => world.close());

  test('one shows it, others see it, on a phone after a question, until it ends', async () => {
    const [dasha, marina] = [await enter('vetrova'), await enter('sol')];
    await share(dasha, 'Чёткий текст');
    await dasha.getByText('Вы показываете экран всем, кто в голосовой комнате').waitFor();
    expect(await readCaptured(dasha)).toEqual({ height: 1_080, frames: 15, hint: 'detail' });
    await sees(marina);
    expect(await auditIn(marina, '[aria-label="Кто в голосовой комнате"]')).toEqual([]);
    await stage(marina).getByRole('button', { name: 'Выключить звук экрана' }).click();
    await stage(marina).getByRole('button', { name: 'Включить звук экрана' }).waitFor();
    await stage(marina).getByRole('button', { name: 'Не смотреть' }).click();
    await stage(marina).waitFor({ state: 'detached' });
    await inVoice(marina).getByRole('button', { name: 'Смотреть' }).click();
    await sees(marina);

    // Only one shows a screen at a time.
    await share(marina, 'Плавно');
    await marina.getByText('Экран уже показывает другой участник.').waitFor();

    const phone = await enter('guy', {
      viewport: { width: 390, height: 780 },
      isMobile: true,
      hasTouch: true,
    });
    await inVoice(phone).getByText('Мобильный трафик').waitFor();
    expect(await stage(phone).count()).toBe(0);
    expect(await auditIn(phone, '[aria-label="Кто в голосовой комнате"]')).toEqual([]);
    await inVoice(phone).getByRole('button', { name: 'Смотреть' }).click();
    await sees(phone);

    // The bar that the browser itself shows while a screen is shown has a button to end it.
    await dasha.evaluate(() => {
      const [track] = (window as unknown as Captured).captured.getVideoTracks();
      track!.stop();
      track!.dispatchEvent(new Event('ended'));
    });
    await callBar(dasha).getByRole('button', { name: 'Показать экран' }).waitFor();
    await stage(marina).waitFor({ state: 'detached' });
    await stage(phone).waitFor({ state: 'detached' });
  });

  test('its own window goes on while other pages are open, until it ends', async () => {
    const [dasha, marina] = [await enter('vetrova'), await enter('sol')];
    await share(dasha, 'Плавно');
    await sees(marina);
    await stage(marina).getByRole('button', { name: 'Картинка в картинке' }).click();
    await seesApart(marina);
    await marina.getByRole('navigation').getByRole('link', { name: 'Люди', exact: true }).click();
    await marina.waitForURL('**/users');
    await stage(marina).waitFor({ state: 'detached' });
    await seesApart(marina);
    await callBar(marina).getByRole('link').click();
    await sees(marina);
    await seesApart(marina);
    // Who wants to see it no longer closes both.
    await stage(marina).getByRole('button', { name: 'Не смотреть' }).click();
    await expect.poll(() => countApart(marina)).toBe(null);
    await inVoice(marina).getByRole('button', { name: 'Смотреть' }).click();
    await sees(marina);
    await stage(marina).getByRole('button', { name: 'Картинка в картинке' }).click();
    await marina.getByRole('navigation').getByRole('link', { name: 'Люди', exact: true }).click();
    await seesApart(marina);
    await callBar(dasha).getByRole('button', { name: 'Закончить показ экрана' }).click();
    await expect.poll(() => countApart(marina)).toBe(null);
  });

  test('the creator of the group ends it, and a screen that is not given is explained', async () => {
    const [alexey, timur] = [await enter('kornilov'), await enter('akhmetov')];
    await share(timur, 'Плавно');
    await sees(alexey);
    expect(await readCaptured(timur)).toEqual({ height: 720, frames: 30, hint: 'motion' });
    await stage(alexey).getByRole('button', { name: 'Остановить для всех' }).click();
    await timur.getByText('Создатель беседы остановил показ экрана.').waitFor();
    await callBar(timur).getByRole('button', { name: 'Показать экран' }).waitFor();

    // Who closes the choice of the browser is not told of it.
    const refuse = (message: string) =>
      timur.evaluate((words) => {
        navigator.mediaDevices.getDisplayMedia = () =>
          Promise.reject(new DOMException(words, 'NotAllowedError'));
      }, message);
    await refuse('Permission denied');
    await share(timur, 'Плавно');
    await timur.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await timur.getByText(/Не удалось|не даёт/).count()).toBe(0);
    await refuse('Permission denied by system');
    await share(timur, 'Плавно');
    await timur.getByText('Система не даёт браузеру снимать экран.').waitFor();
    await timur.evaluate(() => {
      Object.defineProperty(window, 'isSecureContext', { get: () => false });
    });
    await callBar(timur).getByRole('button', { name: 'Показать экран' }).click();
    await timur.getByText('только защищённым страницам').waitFor();
  });
});
