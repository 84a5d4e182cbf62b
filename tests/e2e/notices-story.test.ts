import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntilStable } from '../support/browser/stands.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

let world: World;
describe.skipIf(!isBrowserHere)('notifications', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('requests are answered in place, likes are grouped in one line that links to the post, and kinds can be switched off', async () => {
    const [anna, boris, vera] = [
      await world.join('Анна', 'Белова'),
      await world.join('Борис', 'Ёлкин'),
      await world.join('Вера', 'Зимина'),
    ];
    const { page } = anna;
    await page.goto(`/user/${anna.id}`);
    await page.getByPlaceholder('Что нового?').fill('Первая запись');
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByText('Опубликовано').waitFor();
    await page.goto('/notifications');
    await page.getByText('У вас нет уведомлений').waitFor();

    // Boris visits and sends a request; the badge and the list follow without a reload.
    await boris.page.goto(`/user/${anna.id}`);
    await boris.page.getByRole('button', { name: 'Добавить в друзья: Анна Белова' }).click();
    await page.getByText('Посещение вашей страницы').waitFor();
    await page.getByRole('button', { name: 'Принять заявку: Борис Ёлкин' }).click();
    const toast = page.getByRole('status').getByText('Теперь вы друзья');
    await toast.waitFor();
    // The toast stays while the pointer is on it, and three seconds longer. This includes a pointer
    // that comes from a removed row, for which no event names the element that was left.
    await toast.evaluate((node) =>
      node.dispatchEvent(
        new PointerEvent('pointerover', {
          bubbles: true,
          relatedTarget: document.querySelector('main'),
        }),
      ),
    );
    await page.waitForTimeout(4_000);
    expect(await toast.isVisible()).toBe(true);
    await toast.hover();
    const left = performance.now();
    await page.mouse.move(5, 5);
    await toast.waitFor({ state: 'detached' });
    expect(performance.now() - left).toBeGreaterThan(2_900);
    await page
      .getByRole('button', { name: 'Принять заявку: Борис Ёлкин' })
      .waitFor({ state: 'detached' });
    await boris.page.getByRole('button', { name: 'В друзьях: Анна Белова' }).waitFor();

    await vera.page.goto(`/user/${anna.id}`);
    await vera.page.getByRole('button', { name: 'Добавить в друзья: Анна Белова' }).click();
    // Her visit is listed above her request and moves it.
    const refusal = page.getByRole('button', { name: 'Отклонить заявку: Вера Зимина' });
    await waitUntilStable(refusal);
    // The event that removes the row arrives before the response: the response's toast is shown all
    // the same.
    await page.route('**/api/deletenotification/*', async (route) => {
      const response = await route.fetch();
      await refusal.waitFor({ state: 'detached' });
      await route.fulfill({ response });
    });
    await refusal.click();
    await page.getByText('Вы отклонили заявку в друзья.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await vera.page.getByRole('button', { name: 'Добавить в друзья: Анна Белова' }).waitFor();
    await vera.page.goto('/notifications');
    await vera.page.getByText('Заявка отклонена').waitFor();

    // Two unread likes are one line; it links to the liked post.
    await page.goto('/settings');
    for (const who of [boris, vera]) {
      await who.page.goto(`/user/${anna.id}`);
      // The heart turns red before the server responds.
      await Promise.all([
        who.page.waitForResponse(/\/api\/like/),
        who.page.getByRole('button', { name: /Нравится запись/ }).click(),
      ]);
    }
    await page.goto('/notifications');
    const line = page.getByRole('link', { name: 'Вера Зимина и ещё 1 оценили запись' });
    await line.waitFor();
    await page.getByRole('button', { name: 'Убрать уведомление' }).first().waitFor();
    await line.click();
    await page.waitForURL('**/userpost/*');
    await page.getByRole('article').getByText('Первая запись').waitFor();

    await page.goto('/settings/notifications');
    const quiet = page.getByRole('switch', { name: 'Комментарии' });
    await quiet.click();
    await expect.poll(() => quiet.isChecked()).toBe(false);
    await page.reload();
    await expect
      .poll(() => page.getByRole('switch', { name: 'Комментарии' }).isChecked())
      .toBe(false);
    const post = boris.page.getByRole('article').first();
    await post.getByRole('button', { name: /^Комментарии/ }).click();
    await post.getByLabel('Комментарий', { exact: true }).fill('Не слышно');
    await post.getByRole('button', { name: 'Отправить комментарий' }).click();
    await post.getByText('Не слышно').waitFor();
    await page.goto('/notifications');
    await page.getByText('Вера Зимина').first().waitFor();
    expect(await page.getByText('Новый комментарий').count()).toBe(0);
  });
});
