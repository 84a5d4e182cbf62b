import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, PASSWORD, World } from '../../support/browser/world.ts';

let world: World;
describe.skipIf(!isBrowserHere)('friends and account deletion', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true });
  });
  afterAll(() => world.close());

  test('fills the slot of a removed friend, and removes an ended subscription', async () => {
    const context = await world.newContext();
    const id = await world.enterDemo(context);
    const page = await context.newPage();
    await page.goto(`/user/${id}`);
    const rows = page.getByRole('button', { name: /^Убрать из друзей: / });
    await page.getByRole('button', { name: 'Изменить список друзей' }).click();
    await rows.first().waitFor();
    const [before, victim] = [await rows.count(), (await rows.first().getAttribute('aria-label'))!];
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Убрать' }).click();
    await page
      .getByText(`${victim.replace('Убрать из друзей: ', '')}: больше не в друзьях`)
      .waitFor();
    await page.getByRole('button', { name: victim }).waitFor({ state: 'detached' });
    expect(before).toBe(8);
    await expect.poll(() => rows.count()).toBe(8);
    await page.getByRole('button', { name: 'Изменить список подписок' }).click();
    const group = page.getByRole('button', { name: 'Отписаться: Бегуны' });
    await group.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Отписаться' }).click();
    await page.getByText('Вы отписались').waitFor();
    await group.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Подписки/ }).click();
    await page.getByRole('heading', { name: 'Подписки' }).waitFor();
    await page.getByRole('link', { name: /Маяк: дневник разработки/ }).waitFor();
    expect(await page.getByRole('link', { name: /Бегуны/ }).count()).toBe(0);
  });

  test('account deletion asks for the password and a confirmation, and others see a deleted user', async () => {
    const [anna, boris] = [await world.join('Анна', 'Белова'), await world.join('Борис', 'Ёлкин')];
    await anna.page.goto(`/user/${boris.id}`);
    await anna.page.getByRole('button', { name: 'Написать' }).click();
    await anna.page.getByRole('textbox', { name: 'Сообщение' }).fill('Прощай, Борис');
    await anna.page.keyboard.press('Enter');
    await boris.page.goto('/messages');
    await boris.page.getByRole('link', { name: /Анна Белова/ }).click();
    await boris.page.getByText('Прощай, Борис').last().waitFor();

    await anna.page.goto('/settings');
    await anna.page.getByRole('link', { name: 'Удалить профиль' }).click();
    await anna.page.getByLabel('Пароль', { exact: true }).fill('not-my-password');
    const press = async () => {
      await anna.page.getByRole('main').getByRole('button', { name: 'Удалить профиль' }).click();
      await anna.page.getByRole('dialog').getByRole('button', { name: 'Удалить профиль' }).click();
    };
    await press();
    await anna.page.getByText('Неверный пароль.').waitFor();
    await anna.page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await press();
    await anna.page.waitForURL('**/goodbye');
    // The document is replaced once more, so that nothing in memory survives.
    await expect
      .poll(() =>
        anna.page.evaluate(() => localStorage.getItem('respa.session')).catch(() => 'replaced'),
      )
      .toBe(null);

    await boris.page.getByRole('heading', { name: 'Сообщения' }).waitFor();
    await boris.page.getByRole('heading', { name: 'Удалённый пользователь' }).waitFor();
    await boris.page
      .locator('a[href^="/messages/"]', { hasText: 'Удалённый пользователь' })
      .waitFor();
    await boris.page.getByText('Прощай, Борис').last().waitFor();
    await boris.page.getByText('Этого профиля больше нет.').waitFor();
    await boris.page.goto(`/user/${anna.id}`);
    await boris.page.getByRole('link', { name: 'К людям' }).waitFor();
  });
});
