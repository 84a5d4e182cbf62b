import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntilStable } from '../../support/browser/stands.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

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
    // A new member is told where to begin, here and on the home page.
    await page.getByText('Добро пожаловать! Начните с профиля').waitFor();
    await page.getByRole('link', { name: 'Заполнить профиль' }).waitFor();
    await vera.page.goto('/home');
    await vera.page.getByRole('link', { name: 'Начните с профиля' }).waitFor();

    // Boris visits and sends a request; the badge and the list follow without a reload.
    await boris.page.goto(`/user/${anna.id}`);
    await boris.page.getByRole('button', { name: 'Добавить в друзья: Анна Белова' }).click();
    await page.getByRole('link', { name: 'Борис Ёлкин заходил на вашу страницу' }).waitFor();
    await page.getByRole('link', { name: 'Борис Ёлкин хочет добавить вас в друзья' }).waitFor();
    await page.getByRole('heading', { name: 'Сегодня' }).waitFor();
    // From here on the page's time is the test's.
    await page.clock.install();
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
    await page.clock.pauseAt(Date.now() + 60_000);
    expect(await toast.isVisible()).toBe(true);
    await toast.hover();
    await page.mouse.move(5, 5);
    await page.clock.runFor(2_900);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await toast.waitFor({ state: 'detached' });
    await page.clock.resume();
    await page
      .getByRole('button', { name: 'Принять заявку: Борис Ёлкин' })
      .waitFor({ state: 'detached' });
    await boris.page.getByRole('button', { name: 'В друзьях: Анна Белова' }).waitFor();
    await boris.page.goto('/notifications');
    await boris.page.getByRole('link', { name: 'Вы с Анной Беловой теперь друзья' }).waitFor();
    await boris.page.goto(`/user/${anna.id}`);

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
    await vera.page
      .getByRole('link', { name: 'Анна Белова отклонила вашу заявку в друзья' })
      .waitFor();

    // Two unread likes are one line; it links to the liked post.
    await page.goto('/settings');
    for (const who of [boris, vera]) {
      await who.page.goto(`/user/${anna.id}`);
      // The heart turns red before the server responds.
      await Promise.all([
        who.page.waitForResponse(/\/api\/like/),
        who.page.getByRole('button', { name: /Нравится пост/ }).click(),
      ]);
    }
    await page.goto('/notifications');
    const line = page.getByRole('link', {
      name: 'Вера Зимина и ещё один человек оценили ваш пост',
    });
    await line.waitFor();
    const row = page.getByRole('listitem').filter({ has: line });
    await row.getByText('Первая запись', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Убрать уведомление' }).waitFor();
    await line.click();
    await page.waitForURL('**/userpost/*');
    await page.getByRole('article').getByText('Первая запись').waitFor();

    await page.goto('/settings/notifications');
    const quiet = page.getByRole('switch', { name: 'Комментарии', exact: true });
    await quiet.click();
    await expect.poll(() => quiet.isChecked()).toBe(false);
    await page.reload();
    await expect
      .poll(() => page.getByRole('switch', { name: 'Комментарии', exact: true }).isChecked())
      .toBe(false);
    const post = boris.page.getByRole('article').first();
    await post.getByRole('button', { name: /^Комментарии/ }).click();
    await post.getByLabel('Комментарий', { exact: true }).fill('Не слышно');
    await post.getByRole('button', { name: 'Отправить комментарий' }).click();
    await post.getByText('Не слышно').waitFor();
    await page.goto('/notifications');
    await line.waitFor();
    expect(await page.getByText('прокомментировал').count()).toBe(0);
  });

  test('tabs filter the list at every width, by keyboard too, and every empty one offers a next step', async () => {
    const [dina, egor] = [
      await world.join('Дина', 'Фильтрова'),
      await world.join('Xx_Dragon_xX', 'Ro'),
    ];
    const { page } = dina;
    await egor.page.goto(`/user/${dina.id}`);
    await egor.page.getByRole('button', { name: 'Добавить в друзья: Дина Фильтрова' }).waitFor();
    await page.goto('/notifications');
    // The gender of an invented name is not guessed.
    const visit = page.getByRole('link', {
      name: 'Xx_Dragon_xX Ro заходил(а) на вашу страницу',
    });
    await visit.waitFor();
    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
    for (const width of [1280, 700, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await tab('Подписки').click();
      await page.getByRole('link', { name: 'Найти группы' }).waitFor();
      expect(await visit.count()).toBe(0);
      const boxes = await Promise.all(
        ['Все', 'Люди', 'Отклики', 'Подписки'].map((name) => tab(name).boundingBox()),
      );
      for (const box of boxes) {
        expect(box!.x).toBeGreaterThanOrEqual(0);
        expect(box!.x + box!.width).toBeLessThanOrEqual(width);
        expect(box!.height).toBeGreaterThanOrEqual(40);
      }
      const panel = (await page.getByRole('tabpanel').boundingBox())!;
      // On a wide page the tabs stand in the right third, else above the list.
      const isBeside = boxes[0]!.x > panel.x + panel.width;
      const isAbove = boxes[0]!.y < panel.y;
      expect([isBeside, isAbove]).toEqual([width === 1280, width < 1280]);
      if (isBeside) await page.getByRole('link', { name: 'Настроить уведомления' }).waitFor();
      await page.keyboard.press('Home');
      await visit.waitFor();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL('**/notifications?section=people');
      await visit.waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('link', { name: 'Написать пост' }).waitFor();
    }
    // The chosen section survives a reload.
    await page.reload();
    await page.getByRole('link', { name: 'Написать пост' }).waitFor();
    expect(await tab('Отклики').getAttribute('aria-selected')).toBe('true');
  });
});
