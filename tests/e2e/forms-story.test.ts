import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { isBrowserHere, World } from './world.ts';

/** Where it is, what sends it, and the field that is wrong while all are empty. */
const FORMS = [
  ['/createpublic', 'Создать группу', 'Название'], ['/createchat', 'Создать беседу', 'Название'], ['/videohost/create/channel', 'Создать канал', 'Название'],
  ['/ad/create', 'Разместить', 'Название'], ['/innerad/create', 'Отправить на проверку', 'Название'], ['/support', 'Отправить', 'Подробно опишите проблему:'],
] as const;
let world: World;
let page: Page;
describe.skipIf(!isBrowserHere)('a form that is refused leads to what is wrong', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
    ({ page } = await world.join('Мила', 'Верная'));
  });
  afterAll(() => world.close());
  const focused = () => page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement | null;
    return field?.labels?.[0]?.textContent?.replace(/\s*\*?$/, '') ?? field?.textContent ?? '';
  });

  test.each(FORMS)('%s', async (path, action, label) => {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: action, exact: true }).click();
    await page.getByRole('alert').or(page.locator('[aria-invalid]')).first().waitFor();
    expect(await focused()).toBe(label);
  });
  test('where the server says what is wrong, but not whoever has gone on to another field', async () => {
    await page.goto('/settings');
    const [old, next] = [page.getByLabel('Нынешний пароль', { exact: true }), page.getByLabel('Новый пароль', { exact: true })];
    let letGo = () => {};
    const send = async () => {
      await old.fill('не тот пароль');
      await next.fill('respawn-2027');
      await page.getByRole('button', { name: 'Сменить пароль' }).click();
    };
    await send();
    await page.locator('[aria-invalid]').waitFor();
    expect(await focused()).toBe('Нынешний пароль');

    await page.route('**/api/auth/change-password', async (route) => {
      await new Promise<void>((resolve) => { letGo = resolve; });
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
});
