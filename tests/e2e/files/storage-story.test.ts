import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
describe.skipIf(!isBrowserHere)('the space of a member', () => {
  beforeAll(async () => {
    world = await new World().open({ env: { PICTURE_QUOTA: '5000' } });
  });
  afterAll(() => world.close());

  test('shows what each store holds, and says which one is full and what to do', async () => {
    const { page } = await world.join('Анна', 'Хранитель');
    const add = async (size: number) => {
      await page.goto('/createfoto');
      await page.getByRole('button', { name: 'Добавить', exact: true }).click();
      await page.getByText('Выберите изображение', { exact: true }).waitFor();
      await page.locator('form input[type=file]').setInputFiles({
        name: 'a.png',
        mimeType: 'image/png',
        buffer: await sharp({
          create: {
            width: size,
            height: size,
            channels: 3,
            background: '#000000',
            noise: { type: 'gaussian', mean: 128, sigma: 30 },
          },
        })
          .png()
          .toBuffer(),
      });
      await page.getByRole('button', { name: 'Добавить', exact: true }).click();
    };
    await page.goto('/settings/data');
    const card = page
      .locator('section, article, div')
      .filter({ has: page.getByRole('heading', { name: 'Место', exact: true }) })
      .last();
    const rows = card.getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(4);
    expect((await rows.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Облако0 Б из 1 ГБ · 0 файлов',
      'Видео0 Б из 50 ГБ · 0 файлов',
      'Файлы в переписках0 Б из 10 ГБ · 0 файлов',
      'Фотографии и картинки0 Б из 5 КБ · 0 файлов',
    ]);
    await add(40);
    await page.getByText('Фотография добавлена').waitFor();
    await add(300);
    await page
      .getByText(
        'Место для картинок закончилось. Удалите ненужные фотографии или посты с картинками и попробуйте снова.',
      )
      .waitFor();
    await page.goto('/settings/data');
    await rows
      .filter({ hasText: 'Фотографии и картинки' })
      .getByText(/· 1\sфайл$/)
      .waitFor();
    expect(
      Number(await rows.nth(3).getByRole('progressbar').getAttribute('aria-valuenow')),
    ).toBeGreaterThan(1);
  });
});
