import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { LENGTHS } from '@respa/contract/limits';
import { isBrowserHere, World } from '../../support/browser/world.ts';

/** The path, the submit button, and the field that is wrong first while all are empty. */
const FORMS = [
  ['/createpublic', 'Создать группу', 'Название'],
  ['/createchat', 'Создать беседу', 'Название'],
  ['/videohost/create/channel', 'Создать канал', 'Название'],
  ['/ad/create', 'Разместить', 'Название'],
  ['/innerad/create', 'Отправить на проверку', 'Название'],
  ['/support', 'Отправить', 'Подробно опишите проблему:'],
] as const;
let world: World;
let page: Page;
let me: string;
describe.skipIf(!isBrowserHere)('a refused form moves the focus to its error', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
    ({ page, id: me } = await world.join('Мила', 'Верная'));
  });
  afterAll(() => world.close());
  const focused = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLInputElement | null;
      return field?.labels?.[0]?.textContent?.replace(/\s*\*?$/, '') ?? field?.textContent ?? '';
    });

  test.each(FORMS)('%s', async (path, action, label) => {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: action, exact: true }).click();
    await page.getByRole('alert').or(page.locator('[aria-invalid]')).first().waitFor();
    expect(await focused()).toBe(label);
  });
  test('moves the focus when the server reports the error, but not if the user has moved on to another field', async () => {
    await page.goto('/settings/security');
    const [old, next] = [
      page.getByLabel('Текущий пароль', { exact: true }),
      page.getByLabel('Новый пароль', { exact: true }),
    ];
    let letGo = () => {};
    const send = async () => {
      await old.fill('не тот пароль');
      await next.fill('respawn-2027');
      await page.getByRole('button', { name: 'Сменить пароль' }).click();
    };
    await send();
    await page.locator('[aria-invalid]').waitFor();
    expect(await focused()).toBe('Текущий пароль');

    await page.route('**/api/auth/change-password', async (route) => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await send();
    await asked;
    await next.focus();
    letGo();
    await page.locator('[aria-invalid]').waitFor();
    expect(await focused()).toBe('Новый пароль');
  });
  test('a new video: first to the file, then to the title', async () => {
    await page.goto('/videohost/create/channel');
    await page.getByLabel('Название').fill('Верный канал');
    await page.getByRole('button', { name: 'Создать канал' }).click();
    await page.waitForURL('**/videohost/channel/*');
    await page.goto('/videohost/create/video');
    const publish = page.getByRole('button', { name: 'Опубликовать' });
    await publish.click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Не введены заполненые основные параметры видео' })
      .waitFor();
    expect(await focused()).toBe('Выбрать видео');
    await page
      .getByRole('main')
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'Рейд.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(2_000, 7) });
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
    // The title is the file's name until the user changes it.
    await page.getByLabel('Название').fill('');
    await publish.click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Не введены заполненые основные параметры видео' })
      .waitFor();
    expect(await focused()).toBe('Название');
  });
  test('an emoji counts as one character: a text of exactly the limit is accepted', async () => {
    await page.goto(`/user/${me}`);
    await page.getByPlaceholder('Что нового?').fill('🎮'.repeat(LENGTHS.post));
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    const post = page.getByRole('article').filter({ hasText: '🎮🎮🎮' });
    await post.waitFor();
    await post.getByRole('button', { name: /^Комментарии/ }).click();
    const field = page.getByRole('textbox', { name: 'Комментарий' });
    await field.fill('🔥'.repeat(LENGTHS.comment));
    await field.press('Enter');
    const comment = page.locator('[data-comment]').filter({ hasText: '🔥🔥🔥' });
    await comment.waitFor();
    expect((await comment.innerText()).match(/🔥/gu)).toHaveLength(LENGTHS.comment);
  });
});
