import { afterAll, beforeAll, describe, test } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { isBrowserHere, PASSWORD, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
describe.skipIf(!isBrowserHere)('the account settings', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('changes the email address by a confirmation email, enables, uses and disables the sign-in code, and shows the history of it all', async ({
    expect,
  }) => {
    const { page, email } = await world.join('Ульяна', 'Настройкина');
    const next = `${crypto.randomUUID()}@respa.test`;
    const card = (title: string) =>
      page
        .locator('section, article, div')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        .last();
    await page.goto('/settings/security');

    await page.getByLabel('Новая почта').fill(email);
    await page.getByRole('button', { name: 'Сменить почту' }).click();
    await page.getByText('Введите пароль', { exact: true }).waitFor();
    await card('Почта').getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Сменить почту' }).click();
    await page.getByText('Это и есть ваша почта').waitFor();
    await page.getByLabel('Новая почта').fill(next);
    await card('Почта').getByLabel('Пароль', { exact: true }).fill('не тот пароль');
    await page.getByRole('button', { name: 'Сменить почту' }).click();
    await page.getByText('Неверный пароль.', { exact: true }).waitFor();
    await card('Почта').getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Сменить почту' }).click();
    await page.getByText(`Ждём подтверждения: ${next}`).waitFor();
    const link = await world.mailedLink(next, 'confirm-email');
    // The owner of that mailbox opens it elsewhere: the page names the profile and wants its
    // password.
    const other = await (await world.newContext()).newPage();
    await other.goto(link);
    await other.getByText('Почтой профиля «Ульяна Настройкина» станет').waitFor();
    await other.getByRole('button', { name: 'Подтвердить почту' }).click();
    await other.getByText('Введите пароль', { exact: true }).waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Подтвердить почту' }).click();
    await page.getByRole('heading', { name: 'Почта изменена' }).waitFor();
    await page.getByRole('link', { name: 'На главную' }).click();
    await page.waitForURL('**/home');

    await page.goto('/settings/security');
    await card('Почта').getByText(next).waitFor();
    await card('Двухфакторная защита').getByRole('button', { name: 'Включить' }).click();
    const window = page.getByRole('dialog');
    await window.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await window.getByRole('button', { name: 'Дальше' }).click();
    await window.getByRole('img', { name: 'QR-код с ключом для приложения' }).waitFor();
    const key = (await window.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())!;
    await window.getByLabel('Код из приложения').fill('000000');
    await window.getByRole('button', { name: 'Включить' }).click();
    await window.getByText('Неверный код.').waitFor();
    await window
      .getByLabel('Код из приложения')
      .fill(new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate());
    await window.getByRole('button', { name: 'Включить' }).click();
    const shown = window.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem');
    await expect.poll(() => shown.count()).toBe(10);
    const codes = await shown.allTextContents();
    await window.getByRole('button', { name: 'Я сохранил' }).click();
    await page.getByText('Запасных кодов осталось: 10.').waitFor();
    await page.getByText('Осталось подтвердить по ссылке из письма').waitFor();
    await expect
      .poll(() => world.mailedLink(next, 'confirm-email'), { timeout: patient(10_000) })
      .not.toBe(link);
    await page.goto(await world.mailedLink(next, 'confirm-email'));
    await page.getByRole('button', { name: 'Подтвердить двухфакторную защиту' }).click();
    await page.getByRole('heading', { name: 'Двухфакторная защита подтверждена' }).waitFor();
    await page.goto('/settings/security');
    await page.getByText('Запасных кодов осталось: 10.').waitFor();
    await expect
      .poll(() => page.getByText('Осталось подтвердить по ссылке из письма').count())
      .toBe(0);

    await card('Сессии').getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/greeting');
    // The document is replaced: until then nothing of it is visible.
    await page.getByRole('link', { name: 'Регистрация' }).first().waitFor();
    await page.goto('/login');
    await page.getByLabel('Почта').fill(next);
    await page.getByLabel('Пароль').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.getByRole('heading', { name: 'Код из приложения' }).waitFor();
    await page.getByLabel('Код', { exact: true }).fill('111111');
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.getByText('Неверный код.').waitFor();
    await page.getByLabel('Код', { exact: true }).fill(codes[3]!);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('**/home');

    await page.goto('/settings/security');
    await page.getByText('Запасных кодов осталось: 9.').waitFor();
    await card('История входов').getByText('Неверный код').waitFor();
    await card('Двухфакторная защита').getByRole('button', { name: 'Выключить' }).click();
    await window.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await window.getByLabel('Код из приложения').fill(codes[4]!);
    await window.getByRole('button', { name: 'Выключить' }).click();
    await card('Двухфакторная защита').getByRole('button', { name: 'Включить' }).waitFor();
  });
});
