import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, PASSWORD, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
describe.skipIf(!isBrowserHere)('signing in and out', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());
  const path = (page: { url(): string }) => new URL(page.url()).pathname;

  test('redirects guarded and unknown paths as documented', async () => {
    const page = await (await world.newContext()).newPage();
    for (const [from, to] of [
      ['/', '/greeting'],
      ['/nowhere', '/greeting'],
      ['/home', '/login'],
      ['/messages/x', '/login'],
      ['/v2', '/v2'],
      ['/user/1?store', '/login'],
    ] as const) {
      await page.goto(from);
      await expect.poll(() => path(page), { message: from }).toBe(to);
    }
    await page.goto('/notactivated');
    await page.getByText('Профиль не активирован').waitFor();
    expect(await page.getByRole('banner').count()).toBe(0);
  });

  test('the landing page shows its drawing without scripts and answers presses with them', async () => {
    const plain = await (await world.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto('/greeting');
    await plain.getByRole('button', { name: 'Возродить другого зверька' }).waitFor();

    const page = await (await world.newContext()).newPage();
    await page.goto('/greeting');
    const again = page.getByRole('button', { name: 'Возродить другого зверька' });
    const before = await again.innerHTML();
    await expect
      .poll(async () => {
        await again.click();
        return again.innerHTML();
      })
      .not.toBe(before);
    // Below the fold, drawn only when it comes near.
    await page.getByRole('heading', { name: 'Пять сервисов, один вход' }).scrollIntoViewIfNeeded();
    await page.getByRole('navigation', { name: 'Внизу страницы' }).getByText('Игры').click();
    await page.waitForURL('**/store');
  });

  test('registration names the error, login shows one message for both causes', async () => {
    const page = await (await world.newContext()).newPage();
    await page.goto('/register');
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    for (const text of [
      'Введите имя',
      'Введите фамилию',
      'Введите дату рождения',
      'Введите почту',
      'Где-то не введен пароль',
    ])
      await page.getByText(text, { exact: true }).waitFor();
    expect(
      await page.getByLabel(/^Имя/).evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await page.getByLabel('Дата рождения').fill('31.02.2001');
    await page.getByText('Такого дня нет в календаре').waitFor();
    await page.getByLabel('Имя').fill('Вера');
    await page.getByLabel('Фамилия').fill('Нова');
    await page.getByLabel('Дата рождения').fill('01.01.2020');
    await page.getByLabel('Почта').fill('не почта');
    await page.getByLabel('Пароль', { exact: false }).first().fill('12345678');
    await page.getByLabel('Пароль ещё раз').fill('87654321');
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await page.getByText('Пароли не совпадают').waitFor();
    await page.getByLabel('Пароль ещё раз').fill('12345678');
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await page.getByText('Неверный формат почты').waitFor();
    await page.getByLabel('Почта').fill('vera@respa.test');
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await page.getByText('Регистрация доступна с 14 лет').waitFor();
    await page.goto('/login');
    await page.getByLabel('Почта').fill('vera@respa.test');
    await page.getByLabel('Пароль', { exact: false }).first().fill('12345678');
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.getByText('Неверная почта или пароль', { exact: true }).waitFor();
    expect(path(page)).toBe('/login');
  });

  test('an address registered by a stranger goes to the owner of the mailbox with a new password', async () => {
    const stranger = await (await world.newContext()).newPage();
    const email = `${crypto.randomUUID()}@respa.test`;
    await stranger.goto('/register');
    await stranger.getByLabel('Имя').fill('Чужой');
    await stranger.getByLabel('Фамилия').fill('Человек');
    await stranger.getByLabel('Дата рождения').fill('05.11.2001');
    await stranger.getByLabel('Почта').fill(email);
    await stranger.getByLabel('Пароль', { exact: false }).first().fill(PASSWORD);
    await stranger.getByLabel('Пароль ещё раз').fill(PASSWORD);
    await stranger.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await stranger.waitForURL('**/notactivated');
    await stranger.getByRole('heading', { name: 'Осталось подтвердить почту' }).waitFor();
    await stranger.getByText(email).waitFor();

    const owner = await (
      await world.newContext({ viewport: { width: 390, height: 800 } })
    ).newPage();
    const link = await world.mailedLink(email, 'activate');
    await owner.goto(link);
    await owner.getByText('зарегистрирован профиль «Чужой Человек»').waitFor();
    await owner.getByLabel('Пароль, указанный при регистрации').fill('my-own-respawn');
    await owner.getByRole('button', { name: 'Подтвердить почту' }).click();
    await owner.getByText('Введите пароль, указанный при регистрации').waitFor();
    await owner.getByRole('button', { name: 'Задать новый пароль' }).click();
    await owner.getByLabel('Новый пароль').fill('my-own-respawn');
    await owner.getByRole('button', { name: 'Задать пароль и подтвердить почту' }).click();
    await owner.waitForURL('**/home');
    // The stranger is signed out, and the link says that it was used.
    await stranger.reload();
    await stranger.goto(link);
    await stranger.getByText('Почта уже подтверждена. Войдите.').waitFor();
    expect(path(stranger)).toBe('/login');
  });

  test('resets a forgotten password by email, returns a member to the page they wanted, and signs out other devices', async () => {
    const { page, context, email } = await world.joinByHand('Вера', 'Холод');
    await page.goto('/login');
    await expect.poll(() => path(page)).toBe('/home');
    const adminCalls = await (await world.newContext()).newPage();
    await adminCalls.goto('/users');
    await expect.poll(() => path(adminCalls)).toBe('/login');
    await adminCalls.getByRole('link', { name: 'Забыли пароль?' }).click();
    // The previous page has such a field too.
    await adminCalls.getByRole('button', { name: 'Прислать ссылку' }).waitFor();
    await adminCalls.getByLabel('Почта').fill(email);
    await adminCalls.getByRole('button', { name: 'Прислать ссылку' }).click();
    await adminCalls.getByText('Проверьте почту').waitFor();
    await adminCalls.goto(await world.mailedLink(email, 'return-password'));
    await adminCalls.getByLabel('Новый пароль').first().fill('another-respawn');
    await adminCalls.getByLabel('Ещё раз').fill('another-respawn');
    await adminCalls.getByRole('button', { name: 'Сохранить' }).click();
    await adminCalls.waitForURL('**/login');
    await page.goto('/settings/security');
    await expect.poll(() => path(page), { timeout: patient(10_000) }).toBe('/login');
    await page.getByLabel('Почта').fill(email);
    await page.getByLabel('Пароль', { exact: false }).first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.getByText('Неверная почта или пароль').waitFor();
    await page.getByLabel('Пароль', { exact: false }).first().fill('another-respawn');
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('**/settings/security');

    // Two devices: the other one is signed out from here, and its page notices.
    await adminCalls.getByLabel('Почта').fill(email);
    await adminCalls.getByLabel('Пароль', { exact: false }).first().fill('another-respawn');
    await adminCalls.getByRole('button', { name: 'Войти', exact: true }).click();
    await adminCalls.waitForURL('**/home');
    await page.reload();
    await page.getByRole('button', { name: 'Выйти везде' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Выйти везде' }).click();
    await page.getByText('На других устройствах вы вышли.').waitFor();
    await expect.poll(() => path(adminCalls), { timeout: patient(15_000) }).toBe('/login');
    await page.getByRole('link', { name: 'Оформление' }).click();
    await page.getByText('Светлая').click();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/greeting');
    expect((await context.cookies()).filter((cookie) => cookie.name === 'respa_media')).toEqual([]);
  });
});
