import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { readRoom, roomOf } from '../../support/members/conversations.ts';
import {
  act,
  bubble,
  callAs,
  choosePictures,
  enterAs,
  field,
  goTo,
  tray,
  write,
} from '../../support/browser/dialog-page.ts';
import { makeVideo } from '../../support/browser/video-maker.ts';
import { ENCODER, makeVideo as makeFile } from '../../support/files/clips.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
let picture: Buffer;
let video: Buffer;
const enter = (login: string) => enterAs(world, login);
const named = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
const chooseVideos = (page: Page, count: number) =>
  page
    .locator('form input[type=file]')
    .nth(1)
    .setInputFiles(
      Array.from({ length: count }, (_, index) => named(`${index}.mp4`, 'video/mp4', video)),
    );
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
/** Describes a picture of the form by its place. */
async function describePicture(page: Page, place: number, alt: string): Promise<void> {
  await page.getByRole('button', { name: `Описание: картинка ${place} из` }).click();
  const dialog = page.getByRole('dialog', { name: 'Описание картинки' });
  await dialog.getByRole('textbox', { name: 'Описание' }).fill(alt);
  await button(dialog, 'Готово').click();
  await dialog.waitFor({ state: 'detached' });
}

describe.skipIf(!isBrowserHere)('media in a conversation', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
    picture = await sharp({
      create: { width: 600, height: 400, channels: 3, background: '#2b4a86' },
    })
      .png()
      .toBuffer();
    const context = await world.newContext();
    const page = await context.newPage();
    await page.goto('/greeting');
    video = await makeVideo(page);
    await context.close();
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('pictures and a video are sent together, shown and played by the other person, and edited one by one', async () => {
    const [alexey, igor] = [await enter('kornilov'), await enter('lunyov')];
    const room = await roomOf(alexey.caller, igor.caller);
    await Promise.all([goTo(alexey.page, room), goTo(igor.page, room)]);
    await choosePictures(alexey.page, picture, 2);
    await chooseVideos(alexey.page, 1);
    expect(await tray(alexey.page).count()).toBe(3);
    await button(alexey.page, 'Убрать 2.png').click();
    await write(alexey.page, 'Смотри');
    const theirs = bubble(igor.page, 'Смотри');
    await theirs.getByRole('button', { name: /Картинка 1/ }).click();
    await igor.page.getByRole('dialog', { name: 'Просмотр картинок' }).waitFor();
    await igor.page.keyboard.press('Escape');
    const shown = theirs.locator('video');
    expect((await readRoom(igor.caller, room))[0]!.clips[0]!.duration).toBeGreaterThan(0.5);
    const box = await shown.evaluate((video: HTMLVideoElement) => ({
      preload: video.preload,
      state: video.readyState,
      ratio: video.clientWidth / video.clientHeight,
    }));
    expect(box).toMatchObject({ preload: 'none', state: 0 });
    expect(box.ratio).toBeCloseTo(320 / 180, 1);
    // Its poster is the frame drawn at its beginning: red.
    const frame = Buffer.from(
      await (await igor.page.request.get((await shown.getAttribute('poster'))!)).body(),
    );
    const {
      channels: [red, green],
    } = await sharp(frame).stats();
    expect(red!.mean).toBeGreaterThan(green!.mean + 60);
    const { context, page } = await enter('guy');
    expect(
      (await page.request.get(`${world.url}${await shown.getAttribute('poster')}`)).status(),
    ).toBe(404);
    await context.close();
    await shown.evaluate((video: HTMLVideoElement) => video.play());
    await expect
      .poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.2);

    await act(alexey.page, 'Смотри', 'Изменить');
    await button(alexey.page, 'Убрать: Видео 1').click();
    await choosePictures(alexey.page, picture, 2);
    await write(alexey.page, 'Смотрите');
    await bubble(igor.page, 'Смотрите')
      .getByRole('button', { name: /Картинка 3/ })
      .waitFor();
    const message = (await readRoom(igor.caller, room)).at(-1);
    expect([message!.images.length, message!.videos.length]).toEqual([3, 0]);
    // An edit may change descriptions and the order only.
    await act(alexey.page, 'Смотрите', 'Изменить');
    await describePicture(alexey.page, 3, 'Карта босса');
    await button(alexey.page, 'Ближе к началу: картинка 3 из 3').click();
    await button(alexey.page, 'Описание: картинка 2 из 3').waitFor();
    await field(alexey.page).press('Enter');
    const described = bubble(igor.page, 'Смотрите').getByRole('button', { name: 'Карта босса' });
    await described.waitFor();
    expect((await readRoom(igor.caller, room))[0]!.pictures.map(({ alt }) => alt)).toEqual([
      undefined,
      'Карта босса',
      undefined,
    ]);
    await act(alexey.page, 'Смотрите', 'Изменить');
    await button(alexey.page, 'Убрать: картинка 1').click();
    await field(alexey.page).press('Escape');
    await alexey.page.getByText('Изменение сообщения').waitFor({ state: 'detached' });
    expect((await readRoom(igor.caller, room))[0]!.images).toHaveLength(3);
  });

  test.skipIf(ENCODER === undefined)(
    'a video that browsers cannot play is sent at once, and plays for both when it is encoded',
    async () => {
      const [alexey, igor] = [await enter('kornilov'), await enter('lunyov')];
      const room = await roomOf(alexey.caller, igor.caller);
      await Promise.all([goTo(alexey.page, room), goTo(igor.page, room)]);
      const clip = makeFile('mkv', [
        ...'-f lavfi -i testsrc2=size=1280x720:rate=30:duration=10'.split(' '),
        ...'-c:v libx265 -preset ultrafast -x265-params log-level=error'.split(' '),
      ]);
      await alexey.page
        .locator('form input[type=file]')
        .nth(1)
        .setInputFiles([named('запись.mkv', 'video/x-matroska', clip)]);
      await write(alexey.page, 'Из камеры');
      const theirs = bubble(igor.page, 'Из камеры');
      await theirs.getByText(/^Видео обрабатывается, \d+\s%$/).waitFor();
      await Promise.all(
        [alexey, igor].map(({ page }) =>
          bubble(page, 'Из камеры')
            .locator('video')
            .waitFor({ timeout: patient(60_000) }),
        ),
      );
      const shown = theirs.locator('video');
      await shown.evaluate((element: HTMLVideoElement) => element.play());
      await expect
        .poll(() => shown.evaluate((element: HTMLVideoElement) => element.currentTime))
        .toBeGreaterThan(0);
      const message = (await readRoom(igor.caller, room)).at(-1);
      expect(message).toMatchObject({ edited: false, clips: [{ state: 'ready' }] });
    },
  );

  test('refuses a third video, a wrong type and too many bytes as documented', async () => {
    const [dasha, sonya] = [await enter('vetrova'), await callAs(world, 'guy')];
    const room = await roomOf(dasha.caller, sonya);
    const { page } = dasha;
    const before = await readRoom(sonya, room);
    await goTo(page, room);
    await chooseVideos(page, 2);
    await chooseVideos(page, 1);
    const refusal = 'Ошибка: Нельзя загружать больше 2 видео';
    await page.getByRole('alert').filter({ hasText: refusal }).waitFor({ state: 'attached' });
    expect(await field(page).getAttribute('placeholder')).toBe(refusal);
    expect(await tray(page).count()).toBe(2);

    const large = join(world.folder, 'large.mp4');
    writeFileSync(large, Buffer.alloc(52_428_800));
    await page.locator('form input[type=file]').nth(1).setInputFiles(large);
    const dialog = page
      .getByRole('dialog')
      .filter({ hasText: 'Общий размер загружаемых файлов превышает 50Mb.' });
    await dialog.getByText('Загрузите его на видеохостинг и отправьте ссылкой.').waitFor();
    await button(dialog, 'Понятно').click();
    await dialog.waitFor({ state: 'detached' });
    await choosePictures(page, picture, 1);
    await page.locator('form input[type=file]').nth(1).setInputFiles(large);
    await dialog.getByText('изображения и видео по одному').waitFor();
    await button(dialog, 'Понятно').click();
    expect(await tray(page).count()).toBe(3);
    expect(await readRoom(sonya, room)).toEqual(before);
  });

  test('a background is set and removed live for both people', async () => {
    const [alexey, timur] = [await enter('kornilov'), await enter('akhmetov')];
    const room = await roomOf(alexey.caller, timur.caller);
    await Promise.all([goTo(alexey.page, room), goTo(timur.page, room)]);
    const drawn = (page: Page) => page.locator('[data-background] img');
    await alexey.page
      .locator('form input[type=file]')
      .nth(3)
      .setInputFiles(named('bg.png', 'image/png', picture));
    for (const { page } of [alexey, timur]) {
      await drawn(page).waitFor();
      await expect
        .poll(() => drawn(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(600);
    }
    await timur.page.reload();
    await drawn(timur.page).waitFor();
    await timur.page.getByRole('button', { name: 'Прикрепить', exact: true }).click();
    await timur.page.getByRole('menuitem', { name: 'Вернуть обычный фон' }).click();
    for (const { page } of [alexey, timur]) await drawn(page).waitFor({ state: 'detached' });
  });
});
