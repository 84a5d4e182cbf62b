import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { isBrowserHere, PASSWORD, World } from '../../support/browser/world.ts';

let world: World;
/** Gives a page a device that makes passkeys and confirms its owner by itself. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe.skipIf(!isBrowserHere)('passkeys', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('a member adds a named key, signs in with it, and removes it', async () => {
    const { page } = await world.join('Римма', 'Ключева');
    await addAuthenticator(page);
    await page.goto('/settings/security');
    const cardOf = (title: string) =>
      page
        .locator('section, article, div')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        .last();
    const card = cardOf('Ключи доступа');
    await card.getByRole('button', { name: 'Добавить' }).click();
    const window = page.getByRole('dialog');
    await window.getByRole('button', { name: 'Добавить ключ' }).click();
    await window.getByText('Назовите ключ').waitFor();
    await window.getByLabel('Название').fill('Ноутбук');
    await window.getByLabel('Пароль', { exact: true }).fill('не тот пароль');
    await window.getByRole('button', { name: 'Добавить ключ' }).click();
    await window.getByText('Неверный пароль.').waitFor();
    await window.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await window.getByRole('button', { name: 'Добавить ключ' }).click();
    await card.getByText('Ноутбук').waitFor();
    await card.getByText(/^Добавлен /).waitFor();
    // This device has one already.
    await card.getByRole('button', { name: 'Добавить' }).click();
    await window.getByLabel('Название').fill('Ещё один');
    await window.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await window.getByRole('button', { name: 'Добавить ключ' }).click();
    await window.getByText('На этом устройстве ключ уже есть.').waitFor();
    await page.keyboard.press('Escape');

    await cardOf('Сессии').getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/greeting');
    await page.getByRole('link', { name: 'Регистрация' }).first().waitFor();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Использовать ключ доступа' }).click();
    await page.waitForURL('**/home');

    await page.goto('/settings/security');
    await card.getByText(/последний вход/).waitFor();
    await card.getByRole('button', { name: 'Удалить ключ Ноутбук' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Ключ удалён.').waitFor();
    await expect.poll(() => card.getByText('Ноутбук').count()).toBe(0);
    await cardOf('Сессии').getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/greeting');
    await page.getByRole('link', { name: 'Регистрация' }).first().waitFor();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Использовать ключ доступа' }).click();
    await page.getByText('Ключ не подошёл').waitFor();
  });
});
