import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeApk, makeSigner, type ApkOptions } from '../../support/files/apk-maker.ts';
import { DEMO_ADMIN } from '../../support/browser/seed-screens.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

const picture = async (name: string, width: number, height: number, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
});
const apk = (options: ApkOptions) => ({
  name: 'polyana.apk',
  mimeType: 'application/vnd.android.package-archive',
  buffer: makeApk({ package: 'ru.respa.polyana', ...options }),
});
/** Saves the file. Returns its hash and its name. */
async function save(page: Page, link: string | RegExp): Promise<[string, string]> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).filter({ visible: true }).first().click();
  const download = await coming;
  return [
    createHash('sha256')
      .update(await readFile(await download.path()))
      .digest('hex'),
    download.suggestedFilename(),
  ];
}
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
const fileOf = (page: Page) => page.locator('input[type=file][accept=".apk"]');

let world: World;
describe.skipIf(!isBrowserHere)('the catalogue', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, env: DEMO_ADMIN });
  });
  afterAll(() => world.close());

  test('a game is added, found, rated, discussed, marked, downloaded, read by visitors, and updated only with the same signature', async () => {
    const [wide, narrow, outside] = [
      await world.newContext(),
      await world.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      }),
      await world.newContext(),
    ];
    const admins = await world.newContext();
    for (const [context, email] of [
      [admins, DEMO_ADMIN.ADMIN_EMAIL],
      [wide, 'sol@demo.respa'],
      [narrow, 'guy@demo.respa'],
    ] as const)
      await world.enterDemo(context, email);
    const [admin, sol, guy, visitor] = [
      await admins.newPage(),
      await wide.newPage(),
      await narrow.newPage(),
      await outside.newPage(),
    ];
    const signer = makeSigner('Респа');
    const source = apk({
      signer,
      versionCode: 1,
      versionName: '1.0',
      permissions: ['android.permission.INTERNET', 'android.permission.CAMERA'],
    });

    // The admin adds it with pictures and an app file.
    await admin.goto('/games');
    await admin.getByRole('link', { name: 'Добавить игру' }).click();
    await admin.getByRole('button', { name: 'Добавить', exact: true }).click();
    await admin.getByText('Введите название').waitFor();
    await admin.getByLabel('Название').fill('Солнечная поляна');
    await admin.getByLabel('Описание').fill('Тихая игра про лес');
    await admin.getByRole('button', { name: 'Жанр: Казуальная' }).click();
    await admin.getByLabel('Метки').fill('лес, Без спешки');
    const pickers = admin.locator('form input[type=file]');
    await pickers.nth(0).setInputFiles(await picture('cover.png', 600, 800, '#3a6a22'));
    await pickers
      .nth(1)
      .setInputFiles([
        await picture('a.png', 1280, 720, '#224f7a'),
        await picture('b.png', 1280, 720, '#7a4f22'),
      ]);
    await fileOf(admin).setInputFiles({
      name: 'письмо.apk',
      mimeType: 'text/plain',
      buffer: Buffer.from('Просто письмо '.repeat(20)),
    });
    await admin.getByRole('button', { name: 'Добавить', exact: true }).click();
    await admin.getByText('Нужен файл .apk.').waitFor();
    await fileOf(admin).setInputFiles(source);
    await admin.getByRole('button', { name: 'Добавить', exact: true }).click();
    await admin.waitForURL(/\/app\/[0-9a-f-]{36}$/);
    const address = new URL(admin.url()).pathname;
    await admin.getByRole('heading', { name: 'Солнечная поляна' }).waitFor();
    for (const text of [
      'ru.respa.polyana',
      'Доступ в интернет',
      'Камера: снимать фото и видео',
      'CN=Респа · v1, v2',
    ])
      await admin.getByText(text).waitFor();

    // A member finds it by one tag and without another, votes, comments, marks and downloads it.
    await sol.goto('/games');
    await sol.getByRole('button', { name: 'Метка: Казуальная' }).click();
    await sol.getByText('Найдено: 2 игры').waitFor();
    await sol.getByRole('button', { name: /^Ещё \d/ }).click();
    await sol.getByRole('button', { name: 'Метка: уютная' }).click();
    await sol.getByText('Найдено: 1 игра').waitFor();
    await sol.getByRole('button', { name: 'Метка: уютная, выбрана' }).click();
    await sol.getByRole('button', { name: 'Метка: уютная, исключена' }).waitFor();
    await sol.getByRole('link', { name: /Солнечная поляна/ }).click();
    await sol.getByRole('radio', { name: '4 из 5, хорошо' }).check({ force: true });
    await sol.getByText('4,0 · 1 оценка').waitFor();
    await sol.getByRole('radio', { name: '5 из 5, отлично' }).check({ force: true });
    await sol.getByText('5,0 · 1 оценка').waitFor();
    await sol.getByLabel('Мой статус').selectOption('Играю');
    await sol.getByRole('textbox', { name: 'Комментарий' }).fill('Здесь хочется остаться');
    await sol.getByRole('button', { name: 'Отправить комментарий' }).click();
    await sol.getByText('Здесь хочется остаться').waitFor();
    const hash = createHash('sha256').update(source.buffer).digest('hex');
    expect(await save(sol, /^Скачать APK/)).toEqual([hash, 'Солнечная поляна 1.0.apk']);
    await sol.reload();
    await sol.getByText('1 скачивание').waitFor();
    await sol
      .getByRole('radio', { name: '5 из 5, отлично', checked: true })
      .waitFor({ state: 'attached' });
    await sol.goto('/games?part=mine');
    await sol.getByRole('link', { name: /Солнечная поляна/ }).waitFor();

    // Another member replies on a phone, and sees a friend in the game. The reply sends a
    // notification that links to it.
    await guy.goto('/home');
    await guy
      .getByRole('navigation', { name: 'Разделы' })
      .getByRole('link', { name: 'Игры' })
      .click();
    await guy.getByLabel('Поиск игр').fill('поляна');
    await guy.getByRole('link', { name: /Солнечная поляна/ }).click();
    await guy.getByRole('heading', { name: 'Солнечная поляна' }).waitFor();
    expect(
      await guy
        .getByRole('link', { name: /^Скачать APK/ })
        .filter({ visible: true })
        .count(),
    ).toBe(1);
    expect(await isTooWide(guy)).toBe(false);
    await guy.getByRole('button', { name: /^Ответить: Марина/ }).click();
    await guy.getByRole('textbox', { name: 'Ответ', exact: true }).fill('И слушать дождь');
    await guy.getByRole('button', { name: 'Отправить ответ' }).click();
    await guy.getByText('И слушать дождь').waitFor();
    await sol.goto('/notifications');
    await sol.getByRole('link', { name: 'Соня Гай ответила на ваш комментарий' }).first().click();
    await sol.waitForURL(`**${address}`);
    await sol.getByText('И слушать дождь').waitFor();
    await admin.reload();
    await admin.getByRole('link', { name: /Марина .*Играет/ }).waitFor();

    // Visitors can read it, at both widths; member actions lead to the sign-in page.
    for (const width of [1280, 390]) {
      await visitor.setViewportSize({ width, height: 844 });
      await visitor.goto('/store');
      await visitor.getByLabel('Поиск игр').fill('поляна');
      await visitor.getByRole('link', { name: /Солнечная поляна/ }).click();
      await visitor.waitForURL(`**${address.replace('/app/', '/store/')}`);
      await visitor.getByText('Здесь хочется остаться').waitFor();
      expect(await visitor.getByRole('radio').count()).toBe(0);
      expect(await isTooWide(visitor)).toBe(false);
    }
    expect((await save(visitor, /^Скачать APK/))[0]).toBe(hash);
    await visitor.goto(address);
    await visitor.waitForURL('**/login');
    await sol.goto('/create-app');
    await sol.waitForURL('**/home');
    await sol.getByRole('combobox', { name: 'Поиск', exact: true }).fill('солнечная');
    await sol.getByRole('option', { name: /Солнечная поляна/ }).click();
    await sol.waitForURL(`**${address}`);

    // The documented address of the update: a file with another signature is refused, one with the
    // same signature becomes a new version.
    await admin.goto(address.replace('/app/', '/update-game/'));
    await admin.waitForURL(`**${address.replace('/app/', '/update-app/')}`);
    await fileOf(admin).setInputFiles(apk({ signer: makeSigner('Чужой'), versionCode: 2 }));
    await admin.getByRole('button', { name: 'Сохранить' }).click();
    await admin
      .getByText('Файл подписан другим сертификатом: обновить им приложение нельзя.')
      .waitFor();
    await fileOf(admin).setInputFiles(apk({ signer, versionCode: 2, versionName: '1.1' }));
    await admin.getByLabel('Что нового').fill('Теперь с дождём');
    await admin.getByRole('button', { name: 'Сохранить' }).click();
    await admin.waitForURL(`**${address}`);
    await admin.getByText('Теперь с дождём').waitFor();
    await admin.getByText('Версия 1.1').waitFor();
    await admin.getByRole('button', { name: 'Все версии' }).click();
    await admin.getByRole('link', { name: 'Скачать 1.0' }).waitFor();

    // Once marked, it is offered on the landing page.
    await admin.getByRole('link', { name: 'Обновить' }).click();
    await admin.getByRole('switch', { name: 'Это приложение Респы' }).check({ force: true });
    await expect
      .poll(
        async () =>
          (
            (await (await fetch(`${world.url}/api/games/landing`)).json()) as {
              game: { version: string } | null;
            }
          ).game?.version,
      )
      .toBe('1.1');
    await visitor.goto('/greeting');
    expect((await save(visitor, 'Приложение 1.1'))[1]).toBe('Солнечная поляна 1.1.apk');
  });
});
