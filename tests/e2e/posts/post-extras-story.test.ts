import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { isBrowserHere, World } from '../../support/browser/world.ts';

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer(),
});
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const altsOf = (page: Page) =>
  page
    .getByRole('list', { name: 'Выбранные файлы' })
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));

let world: World;
describe.skipIf(!isBrowserHere)('a post with everything', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('pictures are ordered and described, comments closed, a post delayed and its history read', async () => {
    const anna = await world.join('Анна', 'Пишущая');
    const { page } = anna;
    await page.goto(`/user/${anna.id}`);
    await page.getByPlaceholder('Что нового?').fill('Закаты');
    await page
      .locator('form input[type=file]')
      .setInputFiles([await picture('a.png', '#7a3f22'), await picture('b.png', '#224f7a')]);
    await expect.poll(() => altsOf(page)).toEqual(['a.png', 'b.png']);

    // By button, by key and by dragging; the order and the description survive a reload.
    await page.getByRole('button', { name: 'Ближе к концу: картинка 1 из 2' }).click();
    await expect.poll(() => altsOf(page)).toEqual(['b.png', 'a.png']);
    await page.getByRole('button', { name: 'Описание: картинка 1 из 2' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => altsOf(page)).toEqual(['a.png', 'b.png']);
    const [first, second] = [page.getByAltText('a.png'), page.getByAltText('b.png')];
    await first.dragTo(second);
    await expect.poll(() => altsOf(page)).toEqual(['b.png', 'a.png']);
    await page.getByRole('button', { name: 'Описание: картинка 1 из 2' }).click();
    await page.getByRole('dialog').getByLabel('Описание', { exact: true }).fill('Синее море');
    await page.getByRole('dialog').getByRole('button', { name: 'Готово' }).click();
    await page.reload();
    await expect.poll(() => altsOf(page)).toEqual(['Синее море', 'a.png']);

    await page.getByRole('button', { name: 'Комментарии и время выхода' }).click();
    const options = page.getByRole('dialog');
    await options.getByLabel('Кто может комментировать').selectOption('nobody');
    await options.getByText('Опубликовать позже').click();
    await options.getByRole('button', { name: 'Готово' }).click();
    await page.getByText('Комментируют: никто').waitFor();
    await page.getByRole('button', { name: 'Отложить' }).click();
    await page.getByText('Пост выйдет в назначенное время').waitFor();
    await page.getByRole('tab', { name: 'Отложенные' }).click();
    const waiting = page.getByRole('article', { name: 'Отложенный пост' });
    await waiting.getByText(/^Выйдет /).waitFor();
    await waiting.getByRole('button', { name: 'Опубликовать сейчас' }).click();
    await page.getByRole('tab', { name: 'Посты', selected: true }).waitFor();
    await waiting.waitFor({ state: 'detached' });

    const post = page.getByRole('article').filter({ hasText: 'Закаты' });
    await post.getByRole('button', { name: 'Синее море' }).waitFor();
    await post.getByRole('button', { name: 'Описание картинки' }).click();
    await post.getByText('Синее море', { exact: true }).waitFor();
    await post.getByRole('button', { name: /^Комментарии/ }).click();
    await post.getByText('Комментарии к этому посту закрыты.').waitFor();

    await post.getByRole('button', { name: 'Действия с постом' }).click();
    await page.getByRole('menuitem', { name: 'Изменить' }).click();
    const edited = page.getByRole('article').first();
    await edited.getByLabel('Текст поста').fill('Рассветы');
    await edited.getByRole('button', { name: 'Сохранить' }).click();
    await edited.getByRole('button', { name: 'изменено' }).click();
    await page.getByRole('dialog').getByText('Закаты').waitFor();
  });

  test('a reaction is chosen by keyboard and by a long press, and replaces the like', async () => {
    const [anna, boris] = [
      await world.join('Анна', 'Пишущая'),
      await world.join('Борис', 'Читающий'),
    ];
    await anna.page.goto(`/user/${anna.id}`);
    await anna.page.getByPlaceholder('Что нового?').fill('Кто в рейд?');
    await anna.page.getByRole('button', { name: 'Опубликовать' }).click();
    await anna.page.getByRole('article').getByText('Кто в рейд?').waitFor();

    const { page } = boris;
    await page.goto(`/user/${anna.id}`);
    const post = page.getByRole('article').filter({ hasText: 'Кто в рейд?' });
    await post.getByRole('button', { name: 'Нравится пост: 0' }).click();
    await post.getByRole('button', { name: 'Нравится пост: 1' }).waitFor();
    await post.getByRole('button', { name: 'Выбрать реакцию' }).focus();
    await page.keyboard.press('Enter');
    const strip = post.getByRole('toolbar', { name: 'Реакции' });
    await strip.waitFor();
    await expect.poll(() => focused(page)).toBe('Нравится');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('Огонь');
    // The page shows it before the server has it.
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('/post-reaction/')),
      page.keyboard.press('Enter'),
    ]);
    await post.getByRole('button', { name: 'Огонь: 1', pressed: true }).waitFor();
    await post.getByRole('button', { name: 'Нравится пост: 0', pressed: false }).waitFor();
    await expect.poll(() => focused(page)).toBe('Выбрать реакцию');
    await page.keyboard.press('Enter');
    await strip.waitFor();
    await page.keyboard.press('Escape');
    await strip.waitFor({ state: 'detached' });

    const { page: phone, context } = await world.join('Вера', 'Звонкая', PHONE);
    await phone.goto(`/user/${anna.id}`);
    const own = phone.getByRole('article').filter({ hasText: 'Кто в рейд?' });
    await own.getByRole('button', { name: 'Огонь: 1' }).waitFor();
    const heart = own.getByRole('button', { name: /^Нравится пост/ });
    await heart.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const box = (await heart.boundingBox())!;
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const client = await context.newCDPSession(phone);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    const choice = own.getByRole('button', { name: 'Браво' });
    await choice.waitFor();
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const size = (await choice.boundingBox())!;
    expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44);
    await choice.tap();
    await own.getByRole('button', { name: 'Браво: 1', pressed: true }).waitFor();
    await own.getByRole('button', { name: 'Выбрать реакцию' }).tap();
    await own.getByRole('button', { name: 'Кто отреагировал' }).tap();
    const people = phone.getByRole('dialog');
    await people.getByText('Борис Читающий').waitFor();
    await people.getByRole('tab', { name: '👏 1' }).tap();
    await people.getByText('Борис Читающий').waitFor({ state: 'detached' });
    await people.getByText('Вера Звонкая').waitFor();
  });
});
