import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { ENCODER, makeClip } from '../../support/files/clips.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

const clip = (name: string, seconds: number) => ({
  name,
  mimeType: 'video/mp4',
  buffer: makeClip({ seconds }),
});
/**
 * Returns the currently shown video frame as numbers: two results differ when the picture has
 * moved.
 */
const look = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 18 });
    const brush = canvas.getContext('2d')!;
    brush.drawImage(document.querySelector('video')!, 0, 0, 32, 18);
    return [...brush.getImageData(0, 0, 32, 18).data];
  });
const video = <T>(page: Page, read: (video: HTMLVideoElement) => T): Promise<T> =>
  page.locator('main video').evaluate(read as (element: Element) => T);
/** Waits until the picture has moved: a frame is shown, and a little later a different one. */
async function expectToMove(page: Page): Promise<void> {
  await expect
    .poll(() => video(page, (video) => !video.paused && video.readyState >= 3))
    .toBe(true);
  const before = await look(page);
  expect(new Set(before).size).toBeGreaterThan(8);
  await expect
    .poll(async () => (await look(page)).some((value, at) => Math.abs(value - before[at]!) > 24))
    .toBe(true);
}
async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}

let world: World;
describe.skipIf(!isBrowserHere || ENCODER === undefined)('videos', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test(
    'a channel is created, a clip uploaded and watched: it plays, seeks, changes its quality and resumes where the viewer stopped',
    async () => {
      const { page } = await world.join('Анна', 'Оператор');
      await page.goto('/videohost');
      await page.getByRole('link', { name: 'Создать канал' }).first().click();
      await page.getByRole('button', { name: 'Создать канал' }).click();
      await page.getByText('Не заполнены главные поля создания канала').waitFor();
      await page.getByLabel('Название').fill('Без карты');
      await page.getByLabel('Категория').selectOption('Прохождения');
      await page.getByRole('button', { name: 'Создать канал' }).click();
      await page.waitForURL('**/videohost/channel/*');
      await page.getByText('На канале нет видео').waitFor();

      // A file that is no video is refused as it is uploaded, with a message.
      await page.getByRole('link', { name: 'Новое видео' }).first().click();
      await page.getByRole('button', { name: 'Опубликовать' }).click();
      await page.getByText('Не введены заполненые основные параметры видео').waitFor();
      const file = page.locator('form input[type=file]').first();
      await file.setInputFiles({
        name: 'text.mp4',
        mimeType: 'video/mp4',
        buffer: Buffer.from('это не видео'),
      });
      await page.getByText('Такой тип файла не поддерживается. Подойдут MP4').waitFor();
      expect(await page.getByRole('button', { name: 'Повторить' }).count()).toBe(0);

      await file.setInputFiles(clip('долина.mp4', 40));
      await page.getByText('долина.mp4: загружено').waitFor();
      await expect.poll(() => video(page, (video) => video.videoWidth)).toBe(640);
      await page.getByRole('img', { name: 'Превью видео' }).waitFor();
      await page.getByLabel('Название').fill('Долина без карты');
      await page
        .getByLabel('Описание')
        .fill('0:05 мельница, 59:59 титры. Карта: (example.ru/долина_), пишите me@example.ru');
      await page.getByRole('button', { name: 'Опубликовать' }).click();
      await page.waitForURL('**/videohost/channel/*');
      await page
        .getByRole('article', { name: 'Долина без карты' })
        .getByRole('heading')
        .getByRole('link')
        .click();
      await page.waitForURL('**/videohost/video/*');
      const address = new URL(page.url()).pathname;

      // It can be watched before the other qualities are ready.
      await page.getByRole('button', { name: 'Смотреть', exact: true }).click();
      await expectToMove(page);
      expect(await video(page, (video) => video.currentSrc)).toContain('/media/videohostvideos/');
      await page
        .getByText(/^1.просмотр$/)
        .first()
        .waitFor();

      // Keys: to the half, ten seconds forward, pause; then with the seek bar.
      await page.keyboard.press('Digit5');
      await expect
        .poll(() => video(page, (video) => Math.round(video.currentTime)))
        .toBeGreaterThanOrEqual(20);
      await page.keyboard.press('k');
      await expect.poll(() => video(page, (video) => video.paused)).toBe(true);
      const half = await video(page, (video) => video.currentTime);
      await page.keyboard.press('l');
      await expect.poll(() => video(page, (video) => video.currentTime)).toBeCloseTo(half + 10, 0);
      await page.getByRole('slider', { name: 'Перемотка' }).focus();
      await page.keyboard.press('Home');
      await expect.poll(() => video(page, (video) => video.currentTime)).toBe(0);
      await page.keyboard.press('PageUp');

      // The encoder is done: the page is notified, and another quality continues at the same
      // second.
      await page
        .getByText('Готовятся другие качества')
        .waitFor({ state: 'detached', timeout: patient(90_000) });
      await page.keyboard.press('Digit2');
      await expect.poll(() => video(page, (video) => video.currentTime)).toBeCloseTo(8, 0);
      await page.getByRole('button', { name: 'Настройки' }).last().click();
      await page.getByRole('radio', { name: '360p' }).click();
      await expect.poll(() => video(page, (video) => video.currentSrc)).toMatch(/^blob:/);
      await page.keyboard.press('k');
      await expectToMove(page);
      expect(await video(page, (video) => video.currentTime)).toBeGreaterThan(7);
      // A small window has no space above the buttons: there the menus slide up from below, and
      // every item can be pressed.
      await page.setViewportSize({ width: 390, height: 700 });
      const settings = page.getByRole('button', { name: 'Настройки' }).last();
      await settings.click();
      await page.getByRole('radio', { name: '360p' }).click({ trial: true });
      await page.mouse.click(200, 60);
      await page.getByRole('dialog', { name: 'Настройки видео' }).waitFor({ state: 'detached' });
      expect(await settings.evaluate((button) => button === document.activeElement)).toBe(true);
      await settings.click();
      await page.getByRole('radio', { name: '1,5×' }).click();
      await page.setViewportSize({ width: 1280, height: 860 });
      await expect.poll(() => video(page, (video) => video.playbackRate)).toBe(1.5);

      // The position where playback stopped is stored.
      await page.keyboard.press('Digit6');
      await expect.poll(() => video(page, (video) => video.currentTime)).toBeGreaterThan(23.5);
      const saved = page.waitForResponse((response) =>
        response.url().includes('/useractions/progress/'),
      );
      await page.keyboard.press('k');
      await saved;
      // Also when the member leaves by a link of the site.
      const left = page.waitForRequest((request) =>
        request.url().includes('/useractions/progress/'),
      );
      await page.locator('main a[href^="/videohost/channel/"]').first().click();
      expect((JSON.parse((await left).postData()!) as { second: number }).second).toBeGreaterThan(
        23,
      );
      await page.goto('/videohost/history');
      await page.getByRole('article', { name: 'Долина без карты' }).waitFor();
      await page.goto(address);
      await expect
        .poll(() => video(page, (video) => video.currentTime), { timeout: patient(20_000) })
        .toBeGreaterThan(23);

      // Times and addresses in the description are links; a time after the end is not.
      await page.getByRole('link', { name: '0:05' }).click();
      await expect
        .poll(() => video(page, ({ currentTime }) => currentTime >= 5 && currentTime < 20))
        .toBe(true);
      expect(await page.getByRole('link', { name: '59:59' }).count()).toBe(0);
      const map = page.getByRole('link', { name: 'example.ru/долина_', exact: true });
      expect(await map.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
      expect(await page.getByRole('link', { name: 'me@example.ru' }).getAttribute('href')).toBe(
        'mailto:me@example.ru',
      );

      // Another member follows the link to a moment, pins one, likes, subscribes, and saves the
      // video.
      const boris = await world.join('Борис', 'Зритель');
      // The press comes before any of the video is loaded, and the next one while it seeks.
      await boris.page.route(/\.m3u8/, async (route) => {
        await boris.page.waitForFunction(() => document.querySelector('video')?.paused === false);
        await route.continue();
      });
      await boris.page.goto(`${address}?t=12`);
      await boris.page.getByRole('button', { name: 'Смотреть', exact: true }).click();
      await expect
        .poll(() => video(boris.page, (video) => video.currentTime))
        .toBeGreaterThan(11.5);
      await boris.page.keyboard.press('k');
      await boris.page.unroute(/\.m3u8/);
      // It stays there.
      await expect
        .poll(() =>
          video(
            boris.page,
            (video) => !video.seeking && video.readyState >= 2 && video.currentTime > 11.5,
          ),
        )
        .toBe(true);
      await boris.page.getByRole('button', { name: 'Привязать к моменту' }).click();
      // On a busy machine the video played on a little until it was paused.
      expect(await boris.page.getByRole('button', { name: /^Момент/ }).innerText()).toMatch(
        /0:[1-5]\d/,
      );
      await boris.page.getByLabel('Комментарий', { exact: true }).fill('Вот здесь мельница');
      await boris.page.getByRole('button', { name: 'Отправить комментарий' }).click();
      await boris.page.locator('[data-moment]').waitFor();
      await boris.page.getByRole('button', { name: /^Нравится видео/ }).click();
      await boris.page.getByRole('button', { name: 'Подписаться: Без карты' }).click();
      await boris.page
        .getByText(/^1.подписчик$/)
        .first()
        .waitFor();
      await choose(boris.page, 'Действия с видео', 'Посмотреть позже');
      await boris.page.goto('/videohost/later');
      await boris.page.getByRole('article', { name: 'Долина без карты' }).waitFor();
      await boris.page.goto('/videohost/subscribes');
      await boris.page
        .getByRole('link', { name: /Без карты/ })
        .first()
        .waitFor();
      await boris.page.goto('/home');
      await boris.page.getByRole('combobox', { name: 'Поиск' }).fill('долин');
      await boris.page.getByRole('option', { name: /Долина без карты/ }).click();
      await boris.page.waitForURL('**/videohost/video/*');

      // The owner is notified, cleans up, and deletes everything.
      await page.goto('/notifications');
      await page.getByText(/ прокомментировал(?:а|\(а\))? ваше видео$/).waitFor();
      await page.goto(address);
      await page.getByText('Вот здесь мельница').waitFor();
      await page.getByRole('link', { name: /^0:[1-5]\d$/ }).click();
      await expect
        .poll(() => video(page, (video) => Math.floor(video.currentTime)))
        .toBeGreaterThanOrEqual(12);
      await page
        .getByRole('link', { name: /Без карты/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Удалить канал' }).click();
      await page.getByRole('dialog').getByText('для всех: 1').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
      await page.waitForURL('**/videohost/main');
    },
    patient(240_000),
  );
});
