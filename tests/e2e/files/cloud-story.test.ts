import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../../support/files/pictures.ts';
import { isBrowserHere, World, type Joined } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
beforeAll(async () => {
  if (isBrowserHere) world = await new World().openCommon();
});
afterEach(() => world?.closeContexts());
afterAll(() => world?.close());

type Real = { name: string; bytes: Buffer };
/** Incompressible noise: some megabytes of a real picture. */
const largePicture = async (): Promise<Buffer> =>
  sharp(randomBytes(1_300 * 1_300 * 3), { raw: { width: 1_300, height: 1_300, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
async function fortyFiles(): Promise<Real[]> {
  const small = Buffer.from(await (await picture()).arrayBuffer());
  const texts = Array.from({ length: 30 }, (_, index) => ({
    name: `Заметка ${index + 1}.txt`,
    bytes: Buffer.from(`Босс номер ${index + 1}: не стой в огне.`),
  }));
  const pictures = Array.from({ length: 8 }, (_, index) => ({
    name: `Снимок ${index + 1}.jpg`,
    bytes: small,
  }));
  return [
    ...texts,
    ...pictures,
    { name: 'Карта мира.png', bytes: await largePicture() },
    { name: 'Карта подземелья.png', bytes: await largePicture() },
  ];
}
/** Drops files on the list as the system would. */
async function drop(page: Page, files: Real[]): Promise<void> {
  const input = files.map(({ name, bytes }) => ({ name, bytes: bytes.toString('base64') }));
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, bytes } of all)
      data.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name));
    return data;
  }, input);
  const place = page.getByRole('navigation', { name: 'Путь' });
  await place.waitFor();
  for (const event of ['dragenter', 'dragover', 'drop'])
    await place.dispatchEvent(event, { dataTransfer: transfer });
}
const ask = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (url) => {
    const { token } = JSON.parse(localStorage.getItem('respa.session')!) as { token: string };
    return (await (
      await fetch(`/api${url}`, { headers: { authorization: `Bearer ${token}` } })
    ).json()) as never;
  }, path);
const file = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: new RegExp(`^${name.replaceAll('.', '\\.')}`) });
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Действия: ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
async function openCloud({ page }: Joined): Promise<void> {
  await page.goto('/cloud');
  await page.getByRole('heading', { name: 'Облако' }).waitFor();
}

describe.skipIf(!isBrowserHere)('the cloud', () => {
  test(
    'uploads forty files over an unreliable network; one is sent to a friend who keeps it, another is read by everyone',
    { timeout: patient(300_000) },
    async () => {
      const [anna, boris] = [
        await world.join('Анна', 'Белова'),
        await world.join('Борис', 'Полевой'),
      ];
      await openCloud(anna);
      const { page } = anna;
      const files = await fortyFiles();
      await drop(page, files);
      const panel = page.getByRole('region', { name: 'Загрузка файлов' });
      await panel
        .getByText(/^Загружено ([1-9]|[1-3]\d) из 40/)
        .waitFor({ timeout: patient(60_000) });
      await anna.context.setOffline(true);
      await panel
        .getByText('Нет связи. Продолжим, когда она вернётся.')
        .first()
        .waitFor({ timeout: patient(60_000) });
      await anna.context.setOffline(false);
      await panel.getByText(/^Загружено: 40.файлов$/).waitFor({ timeout: patient(120_000) });
      const { files: there } = await ask<{ files: { name: string; size: number }[] }>(
        page,
        '/cloud/rootfiles',
      );
      expect(there.map(({ name, size }) => `${name} ${size}`).sort()).toEqual(
        files.map(({ name, bytes }) => `${name} ${bytes.length}`).sort(),
      );
      await panel.getByRole('button', { name: 'Закрыть список загрузок' }).click();
      await expect.poll(() => panel.count()).toBe(0);

      await menuOf(page, 'Заметка 3.txt', 'Отправить');
      await page.getByPlaceholder('Имя или фамилия').fill('Полевой');
      await page.getByRole('button', { name: 'Отправить: Борис Полевой' }).click();
      await page.getByText('Файл отправлен.').waitFor();
      await page.waitForURL('**/messages/*');
      await page.getByText('Заметка 3.txt').first().waitFor();

      await boris.page.goto('/notifications');
      await boris.page.getByText('отправила вам файл «Заметка 3.txt»').waitFor();
      await boris.page.getByRole('button', { name: 'Принять: Заметка 3.txt' }).click();
      await boris.page.waitForURL('**/cloud');
      await file(boris.page, 'Заметка 3.txt').click();
      await expect
        .poll(() => boris.page.getByRole('textbox', { name: 'Текст: Заметка 3.txt' }).inputValue())
        .toBe('Босс номер 3: не стой в огне.');

      await openCloud(anna);
      await menuOf(page, 'Заметка 7.txt', 'Кто видит этот файл');
      await page.getByText('Никому: файл видите только вы').waitFor();
      await page.getByRole('switch', { name: /Доступ по ссылке/ }).click();
      const address = await page.getByText(/\/cloud\/file\//).textContent();
      const visitor = await (await world.newContext()).newPage();
      await visitor.goto(address!);
      await visitor.getByRole('heading', { name: 'Заметка 7.txt' }).waitFor();
      await expect
        .poll(() => visitor.getByRole('textbox', { name: 'Текст: Заметка 7.txt' }).inputValue())
        .toBe('Босс номер 7: не стой в огне.');
      const [saved] = await Promise.all([
        visitor.waitForEvent('download'),
        visitor.getByRole('link', { name: 'Скачать' }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('Заметка 7.txt');
      await page.getByRole('switch', { name: /Доступ по ссылке/ }).click();
      await page.getByText('Никому: файл видите только вы').waitFor();
      await visitor.reload();
      await visitor.getByText('ERROR 404: Page not found').waitFor();
    },
  );

  test(
    'is organised by hand: folders, moving, names, the trash and restoring from it',
    { timeout: patient(120_000) },
    async () => {
      const vera = await world.join('Вера', 'Соль');
      await openCloud(vera);
      const { page } = vera;
      await page.getByText('Здесь пока пусто').waitFor();
      await drop(page, [
        { name: 'босс.txt', bytes: Buffer.from('x') },
        { name: 'карта.jpg', bytes: Buffer.from(await (await picture()).arrayBuffer()) },
      ]);
      await page.getByText(/^Загружено: 2.файла$/).waitFor();
      await page.getByRole('button', { name: 'Закрыть список загрузок' }).click();

      await page.getByRole('button', { name: 'Новая папка' }).click();
      await page.getByLabel('Имя папки').fill('..');
      await page.getByRole('button', { name: 'Создать' }).click();
      await page.getByText('Недопустимое имя').waitFor();
      await page.getByLabel('Имя папки').fill('Сейвы');
      await page.getByRole('button', { name: 'Создать' }).click();
      const folder = page.getByRole('link', { name: /^Сейвы/ });
      await folder.waitFor();

      await file(page, 'босс.txt').dragTo(folder);
      await page.getByText('Перемещено').waitFor();
      await folder.click();
      await page.waitForURL('**/cloud?folder=*');
      await file(page, 'босс.txt').waitFor();
      // The right button, and the key that is equivalent to it.
      await file(page, 'босс.txt').click({ button: 'right', position: { x: 12, y: 9 } });
      const [at, menu] = [
        (await file(page, 'босс.txt').boundingBox())!,
        (await page.getByRole('menu').boundingBox())!,
      ];
      expect(Math.hypot(menu.x - at.x - 12, menu.y - at.y - 9)).toBeLessThan(1);
      await page.getByRole('menuitem', { name: 'Переименовать' }).click();
      await page.getByLabel('Новое имя').fill('дракон.txt');
      await page.getByRole('button', { name: 'Переименовать' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await file(page, 'дракон.txt').focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Переместить' }).click();
      await page.getByRole('button', { name: 'Назад, в «Облако»' }).click();
      await page.getByRole('button', { name: 'Переместить сюда' }).click();
      await page.getByText('Здесь пока пусто').waitFor();
      await page
        .getByRole('navigation', { name: 'Путь' })
        .getByRole('link', { name: 'Облако' })
        .click();
      await file(page, 'дракон.txt').waitFor();

      await menuOf(page, 'дракон.txt', 'Удалить');
      await page.getByText('Файл в корзине').waitFor();
      await page.getByRole('button', { name: 'Вернуть' }).click();
      await file(page, 'дракон.txt').waitFor();
      await menuOf(page, 'дракон.txt', 'Удалить');
      await expect.poll(() => file(page, 'дракон.txt').count()).toBe(0);
      await page.getByRole('link', { name: /^Корзина/ }).click();
      await page.getByRole('button', { name: 'Вернуть: дракон.txt' }).click();
      await page.getByText('В корзине пусто').waitFor();
      await page.getByRole('link', { name: 'В облако' }).click();
      await page.getByLabel('Поиск в облаке').fill('ДРАК');
      await expect
        .poll(() => page.getByRole('list', { name: 'Файлы и папки' }).getByRole('listitem').count())
        .toBe(1);
    },
  );

  test('continues a large upload after a reload', { timeout: patient(120_000) }, async () => {
    const gleb = await world.join('Глеб', 'Котов');
    await openCloud(gleb);
    const { page } = gleb;
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    const begun = page.waitForRequest((request) => request.method() === 'PATCH');
    await drop(page, [{ name: 'мир.png', bytes: await largePicture() }]);
    await page.getByText(/^Загружено 0 из 1\sфайла/).waitFor();
    await page.getByRole('progressbar', { name: 'мир.png' }).waitFor();
    // Started uploads are stored.
    await begun;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.getByText(/^Загружено: 1.файл$/).waitFor({ timeout: patient(60_000) });
    await file(page, 'мир.png').waitFor();
    expect(await ask<{ count: number }>(page, '/cloud/rootfiles')).toMatchObject({
      count: 1,
      files: [{ name: 'мир.png', type: 'png' }],
    });
  });
});
