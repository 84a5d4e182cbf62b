import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import * as photos from '@respa/contract/photos';
import { callAs } from '../../support/browser/dialog-page.ts';
import { waitUntilStable } from '../../support/browser/stands.ts';
import { swipe } from '../../support/browser/swipe.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
/** The newest first, as the site shows them. */
const ids: string[] = [];
let owner: string;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const paint = async (background: string, width: number, height: number) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width, height, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ],
    'a.png',
    { type: 'image/png' },
  );
async function enter(options: Parameters<World['newContext']>[0] = {}) {
  const context = await world.newContext(options);
  await world.enterDemo(context, 'sol@demo.respa');
  const page = await context.newPage();
  const path = () => new URL(page.url()).pathname;
  const photo = (id: string) => page.locator(`main a[href="/userphoto/${id}"]`);
  return { page, path, photo, viewer: page.getByRole('dialog', { name: /^Фотография/ }) };
}

describe.skipIf(!isBrowserHere)('photos over the page', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
    const caller = await callAs(world, 'kornilov');
    owner = caller.id;
    for (const [colour, width, height] of [
      ['#2b4a86', 900, 600],
      ['#7a3f22', 600, 900],
      ['#2f6b3a', 800, 800],
    ] as const) {
      const { photo } = await caller.call(photos.create, {
        files: { file: [await paint(colour, width, height)] },
      });
      ids.unshift(photo._id);
    }
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('open by a tap, change by a swipe, take a comment, and leave by Back to the same place', async () => {
    const { page, path, photo, viewer } = await enter(PHONE);
    await page.goto(`/user/${owner}`);
    await photo(ids[0]!).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, 60));
    await waitUntilStable(photo(ids[0]!));
    const place = await page.evaluate(() => scrollY);
    await photo(ids[0]!).tap();
    await viewer.waitFor();
    expect(path()).toBe(`/userphoto/${ids[0]}`);
    await viewer.getByText('1 из ').waitFor();
    // The comments are below the picture.
    const stage = (await viewer.getByRole('img').first().boundingBox())!;
    const like = viewer.getByRole('button', { name: /^Нравится фотография/ });
    expect((await like.boundingBox())!.y).toBeGreaterThan(stage.y + stage.height);

    await swipe(page, { x: 320, y: 250 }, { x: -220 });
    await expect.poll(path).toBe(`/userphoto/${ids[1]}`);
    await viewer.getByText('2 из ').waitFor();
    await like.tap();
    await viewer.getByRole('button', { name: 'Нравится фотография: 1' }).waitFor();
    await viewer.getByLabel('Комментарий', { exact: true }).fill('Отличный кадр');
    await viewer.getByRole('button', { name: 'Отправить комментарий' }).tap();
    await viewer.getByText('Отличный кадр').waitFor();
    await viewer.getByRole('button', { name: 'Действия с фотографией' }).tap();
    await page.getByRole('menuitem', { name: 'Пожаловаться' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => (history.state as { isOverlay?: boolean }).isOverlay))
      .toBe(true);
    await page.goBack();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(path()).toBe(`/userphoto/${ids[1]}`);
    await page.goBack();
    await viewer.waitFor({ state: 'detached' });
    expect(path()).toBe(`/user/${owner}`);
    expect(await page.evaluate(() => scrollY)).toBe(place);

    // The address opened directly is a page. So is the way forward.
    await page.goForward();
    await page.getByRole('article', { name: /^Фотография/ }).waitFor();
    expect(await viewer.count()).toBe(0);
    await page.reload();
    await page.getByText('Отличный кадр').waitFor();
    await page.goBack();
    await expect.poll(path).toBe(`/user/${owner}`);
    await photo(ids[0]!).tap();
    await waitUntilStable(viewer);
    await swipe(page, { x: 195, y: 150 }, { y: 250 });
    await viewer.waitFor({ state: 'detached' });
    expect(path()).toBe(`/user/${owner}`);
  });

  test('are walked through with the keyboard, keep the focus inside, and give it back', async () => {
    const { page, path, photo, viewer } = await enter();
    await page.goto(`/photos/${owner}`);
    await photo(ids[1]!).focus();
    await page.keyboard.press('Enter');
    await viewer.waitFor();
    // The comments are beside the picture.
    const stage = (await viewer.getByRole('img').first().boundingBox())!;
    const like = viewer.getByRole('button', { name: /^Нравится фотография/ });
    expect((await like.boundingBox())!.x).toBeGreaterThanOrEqual(stage.x + stage.width);
    await page.keyboard.press('ArrowRight');
    await expect.poll(path).toBe(`/userphoto/${ids[2]}`);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(path).toBe(`/userphoto/${ids[0]}`);
    expect(await viewer.getByRole('button', { name: 'Предыдущая фотография' }).count()).toBe(0);
    await viewer.getByRole('button', { name: 'Следующая фотография' }).click();
    await expect.poll(path).toBe(`/userphoto/${ids[1]}`);
    // The arrows walk through the reactions while they are open, and Escape closes only them.
    await viewer.getByRole('button', { name: 'Выбрать реакцию' }).focus();
    await page.keyboard.press('Enter');
    const strip = viewer.getByRole('toolbar', { name: 'Реакции' });
    await strip.waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await viewer.getByRole('button', { name: 'Огонь: 1', pressed: true }).waitFor();
    await page.keyboard.press('Enter');
    await strip.waitFor();
    await page.keyboard.press('Escape');
    await strip.waitFor({ state: 'detached' });
    expect([path(), await viewer.count()]).toEqual([`/userphoto/${ids[1]}`, 1]);
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await viewer.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    }
    // Escape closes a menu first, then the photo.
    await viewer.getByRole('button', { name: 'Действия с фотографией' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await viewer.count()).toBe(1);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(path()).toBe(`/photos/${owner}`);
    await expect
      .poll(() => photo(ids[1]!).evaluate((link) => link === document.activeElement))
      .toBe(true);

    // Through a link of the photo to another page, and back to the photo.
    await page.keyboard.press('Enter');
    await viewer.locator(`a[href="/user/${owner}"]`).last().click();
    await expect.poll(path).toBe(`/user/${owner}`);
    await viewer.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('article', { name: /^Фотография/ }).waitFor();
    await page.goBack();
    await expect.poll(path).toBe(`/photos/${owner}`);
    // On the page of its author, a link to that page closes the photo.
    await page.goto(`/user/${owner}`);
    await photo(ids[0]!).click();
    await viewer.locator(`a[href="/user/${owner}"]`).last().click();
    await viewer.waitFor({ state: 'detached' });
    expect(path()).toBe(`/user/${owner}`);
  });
});
