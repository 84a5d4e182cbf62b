import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { movingPicture } from '../../support/files/pictures.ts';
import { readRoom, roomOf } from '../../support/members/conversations.ts';
import { enterAs, field, goTo } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const drawn = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({
    create: { width: 300, height: 300, channels: 3, background },
  })
    .png()
    .toBuffer(),
});

describe.skipIf(!isBrowserHere)('stickers, custom emoji and saved GIFs', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('a pack is made, shared by its link, added by the other, and answered with', async () => {
    const alexey = await enterAs(world, 'kornilov');
    const igor = await enterAs(world, 'lunyov', PHONE);
    const room = await roomOf(alexey.caller, igor.caller);
    const { page } = alexey;
    await page.goto('/stickers');
    await page.getByRole('textbox', { name: 'Название нового набора' }).fill('Рейдовые коты');
    await page.getByRole('button', { name: 'Создать набор' }).click();
    await page.getByRole('heading', { name: 'Рейдовые коты' }).waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Добавить картинки' }).click();
    await (
      await choosing
    ).setFiles([await drawn('a.png', '#c06030'), await drawn('b.png', '#3060c0')]);
    const pictures = page.getByRole('list', { name: 'Картинки набора' }).getByRole('listitem');
    await expect.poll(() => pictures.count()).toBe(2);
    await page.getByRole('button', { name: 'Заменить эмодзи: картинка 2 🙂' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '🔥', exact: true }).click();
    await page.getByRole('button', { name: 'Ближе к началу: картинка 2 🔥' }).click();
    await page.getByRole('button', { name: 'Заменить эмодзи: картинка 1 🔥' }).waitFor();

    const link = page.url();
    await goTo(page, room);
    await field(page).fill(link);
    await field(page).press('Enter');

    await goTo(igor.page, room);
    await igor.page.getByRole('link', { name: /Рейдовые коты/ }).tap();
    await igor.page.getByRole('button', { name: 'Добавить себе' }).tap();
    await igor.page.getByRole('button', { name: 'Убрать', exact: true }).waitFor();
    await goTo(igor.page, room);
    await igor.page.getByRole('button', { name: 'Эмодзи', exact: true }).tap();
    await igor.page.getByRole('tab', { name: 'Стикеры' }).tap();
    await igor.page.getByRole('button', { name: 'Стикер 🔥', exact: true }).tap();
    const theirs = page.getByRole('button', { name: /^Стикер 🔥, Игорь/ });
    await theirs.waitFor();
    await expect
      .poll(async () => (await readRoom(alexey.caller, room)).at(-1)?.sticker?.emoji)
      .toBe('🔥');
    await theirs.click();
    const sheet = page.getByRole('dialog', { name: 'Рейдовые коты' });
    await sheet.getByRole('button', { name: 'Убрать', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/messages');
    await page.getByText('Стикер 🔥').first().waitFor();
  });

  test('a custom emoji is written, drawn in the text, kept in an edit and deleted whole', async () => {
    const alexey = await enterAs(world, 'kornilov');
    const igor = await enterAs(world, 'lunyov', PHONE);
    const room = await roomOf(alexey.caller, igor.caller);
    const { page } = alexey;
    await page.goto('/stickers');
    await page.getByRole('textbox', { name: 'Название нового набора' }).fill('Огоньки');
    await page.getByRole('combobox', { name: 'Что в нём' }).selectOption('emoji');
    await page.getByRole('button', { name: 'Создать набор' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Добавить картинки' }).click();
    await (await choosing).setFiles([await drawn('a.png', '#c06030')]);
    await page.getByRole('button', { name: 'Заменить эмодзи: картинка 1 🙂' }).waitFor();

    await Promise.all([goTo(page, room), goTo(igor.page, room)]);
    const box = field(page);
    await box.fill('Го ');
    const choose = async () => {
      await page.getByRole('button', { name: 'Эмодзи', exact: true }).click();
      await page.getByRole('button', { name: 'Огоньки', exact: true }).click();
      await page.getByRole('button', { name: 'Эмодзи 🙂', exact: true }).click();
      await page.keyboard.press('Escape');
    };
    await choose();
    await choose();
    await box.press('End');
    await box.press('Backspace');
    await box.press('Enter');
    await igor.page.getByRole('img', { name: '🙂', exact: true }).waitFor();
    const last = (await readRoom(igor.caller, room)).at(-1)!;
    expect([last.message, last.formatting.map(({ style, offset }) => [style, offset])]).toEqual([
      'Го 🙂',
      [['emoji', 3]],
    ]);
    await box.press('ArrowUp');
    await expect.poll(() => box.inputValue()).toMatch(/^Го 🙂/);
    await box.press('Home');
    await box.pressSequentially('А ');
    await box.press('Enter');
    await expect
      .poll(async () => (await readRoom(igor.caller, room)).at(-1)?.message)
      .toBe('А Го 🙂');
    expect((await readRoom(igor.caller, room)).at(-1)!.formatting).toMatchObject([
      { style: 'emoji', offset: 5 },
    ]);
  });

  test('a GIF of a message is saved, sent and removed', async () => {
    const alexey = await enterAs(world, 'kornilov');
    const igor = await enterAs(world, 'lunyov', PHONE);
    const room = await roomOf(alexey.caller, igor.caller);
    await alexey.caller.call(chats.send, {
      params: { roomId: room },
      body: { message: 'Смотри, танцует' },
      files: { image: [await movingPicture()] },
    });
    const { page } = igor;
    await goTo(page, room);
    const line = page.locator('[data-message]').filter({ hasText: 'Смотри, танцует' });
    await line.getByRole('button', { name: 'Действия с сообщением' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Сохранить GIF' }).tap();
    await page.getByText('GIF сохранена').waitFor();
    await page.getByRole('button', { name: 'Эмодзи', exact: true }).tap();
    await page.getByRole('tab', { name: 'GIF' }).tap();
    await page.getByRole('button', { name: 'Отправить GIF 1' }).tap();
    await expect
      .poll(async () => (await readRoom(alexey.caller, room)).at(-1)?.pictures[0]?.isMoving)
      .toBe(true);
    await page.getByRole('button', { name: 'Эмодзи', exact: true }).tap();
    await page.getByRole('tab', { name: 'GIF' }).tap();
    await page.getByRole('button', { name: 'Убрать GIF 1' }).tap();
    await page.getByText('Здесь будут GIF').waitFor();
  });
});
