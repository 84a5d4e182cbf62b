import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as videohost from '@respa/contract/videohost';
import { Caller } from '../../support/driver.ts';
import { ENCODER, makeClip } from '../../support/files/clips.ts';
import { patient } from '../../support/patience.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
let page: Page;
let me: Caller;
let channelId = '';
/** Holds the parts of the file back until the returned function is called. */
async function holdParts(): Promise<() => Promise<void>> {
  let isHeld = true;
  await page.route('**/api/uploads/*', async (route) => {
    while (isHeld && route.request().method() === 'PATCH')
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    await route.continue().catch(() => {});
  });
  return async () => {
    isHeld = false;
    await page.unroute('**/api/uploads/*');
  };
}
const open = async () => {
  await page.goto('/videohost/create/video');
  await page.getByRole('heading', { name: 'Новое видео' }).first().waitFor();
};
const choose = (name: string) =>
  page
    .locator('form input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'video/mp4', buffer: makeClip({ seconds: 5 }) });
const leave = () =>
  page.getByRole('navigation').getByRole('link', { name: 'Люди', exact: true }).first().click();
const titles = async () =>
  (await me.call(videohost.channelVideos, { params: { channelId } })).videos.map(
    ({ title }) => title,
  );

describe.skipIf(!isBrowserHere || ENCODER === undefined)('a video on its way', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
    const joined = await world.join('Вера', 'Оператор');
    ({ page } = joined);
    await page.goto('/videohost');
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('respa.session')!) as { token: string }).token,
    );
    me = new Caller(world.url, { token, id: joined.id, email: joined.email });
    channelId = (await me.call(videohost.createChannel, { body: { name: 'Без спешки' } })).channel
      ._id;
  });
  afterAll(() => world.close());

  test('stays with its title and its file when the form is left or reloaded', async () => {
    const letGo = await holdParts();
    await open();
    await choose('ночь.mp4');
    await page.getByLabel('Название').fill('Ночь без карты');
    await leave();
    await page.waitForURL('**/users');
    await page.getByRole('link', { name: /Загружено 0 из 1\sфайла/ }).click();
    await page.waitForURL('**/videohost/create/video');
    expect(await page.getByLabel('Название').inputValue()).toBe('Ночь без карты');
    await page.reload();
    await page.getByText('ночь.mp4').first().waitFor();
    await letGo();
    await page.reload();
    await page.getByText('ночь.mp4: загружено').waitFor({ timeout: patient(20_000) });
    expect(await page.getByLabel('Название').inputValue()).toBe('Ночь без карты');
    await leave();
    await page.getByRole('link', { name: 'Видео загружено, осталось опубликовать' }).click();
    await page.getByRole('button', { name: 'Опубликовать' }).dblclick();
    await page.waitForURL('**/videohost/channel/*');
    expect(await titles()).toEqual(['Ночь без карты']);
    await open();
    await expect.poll(() => page.getByLabel('Название').inputValue()).toBe('');
  });
  test('is published once although the member has left and the page was reloaded', async () => {
    const letGo = await holdParts();
    await open();
    await choose('утро.mp4');
    await page.getByLabel('Название').fill('Утро');
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await leave();
    await page.waitForURL('**/users');
    await page.reload();
    await letGo();
    await page.getByText(/Видео (опубликовано|загружено и)/).waitFor({ timeout: patient(20_000) });
    await expect.poll(titles).toEqual(['Утро', 'Ночь без карты']);
    await open();
    await expect.poll(() => page.getByLabel('Название').inputValue()).toBe('');
  });
});
