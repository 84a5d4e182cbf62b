import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
describe.skipIf(!isBrowserHere)('photos', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('a photo is added, liked and commented on by another member, opened in full size, and deleted', async () => {
    const [anna, boris] = [
      await world.join('Анна', 'Фотограф'),
      await world.join('Борис', 'Зритель'),
    ];
    await anna.page.goto(`/user/${anna.id}`);
    await anna.page.getByRole('link', { name: 'Добавить фотографию' }).click();
    await anna.page.getByRole('button', { name: 'Добавить', exact: true }).click();
    await anna.page.getByText('Выберите изображение', { exact: true }).waitFor();
    await anna.page.locator('form input[type=file]').setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: await sharp({
        create: { width: 640, height: 480, channels: 3, background: '#7a3f22' },
      })
        .png()
        .toBuffer(),
    });
    await anna.page.getByRole('button', { name: 'Добавить', exact: true }).click();
    await anna.page.getByText('Фотография добавлена').waitFor();

    await boris.page.goto(`/user/${anna.id}`);
    await boris.page.getByRole('link', { name: 'Открыть фотографию' }).click();
    await boris.page.waitForURL('**/userphoto/*');
    // Over the page of its author; the address opened directly is a page.
    await boris.page.getByRole('dialog', { name: 'Фотография, Анна Фотограф' }).waitFor();
    await boris.page.reload();
    await boris.page.getByRole('button', { name: /Нравится фотография/ }).click();
    await boris.page.getByLabel('Комментарий', { exact: true }).fill('Тёплый свет');
    await boris.page.keyboard.press('Enter');
    await boris.page.getByText('Тёплый свет').waitFor();
    // The documented column: 60 % of a window from 1,000 px on, at most 960 px; 92 % of a phone.
    const column = boris.page.locator('article').first();
    for (const [width, expected] of [
      [1000, 600],
      [1280, 768],
      [1700, 960],
      [390, 359],
    ] as const) {
      await boris.page.setViewportSize({ width, height: 800 });
      await expect.poll(async () => Math.round((await column.boundingBox())!.width)).toBe(expected);
      expect(
        await boris.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
    }
    await boris.page.setViewportSize({ width: 1280, height: 800 });
    await boris.page.getByRole('button', { name: /Фотография, Анна/ }).click();
    await boris.page.getByRole('button', { name: 'Закрыть' }).waitFor();
    await boris.page.keyboard.press('Escape');
    await expect.poll(() => boris.page.getByRole('button', { name: 'Закрыть' }).count()).toBe(0);

    await anna.page.goto('/notifications');
    await anna.page
      .getByRole('link', { name: /^Борис Зритель прокомментировал вашу фотографию/ })
      .click();
    await anna.page.waitForURL('**/userphoto/*');
    await anna.page.getByRole('button', { name: 'Нравится фотография: 1' }).waitFor();
    await anna.page.getByRole('button', { name: 'Действия с фотографией' }).click();
    await anna.page.getByRole('menuitem', { name: 'Удалить' }).click();
    await anna.page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await anna.page.waitForURL('**/photos/*');
    await anna.page.getByText('Фотографий пока нет').waitFor();
    await boris.page.reload();
    await boris.page.getByText('Такой фотографии нет').waitFor();
    expect(new URL(boris.page.url()).pathname).toMatch(/^\/userphoto\//);
  });
});
