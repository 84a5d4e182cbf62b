import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '../../support/files/pdf.ts';
import { isBrowserHere, World, type Joined } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  if (!isBrowserHere) return;
  world = await new World().openCommon();
  folder = mkdtempSync(join(tmpdir(), 'respa-saves-'));
  mkdirSync(join(folder, 'Сейвы', 'Старые'), { recursive: true });
  for (const [name, text] of [
    ['герой.sav', 'уровень 40'],
    ['карта.txt', 'налево'],
    ['Старые/герой.sav', 'уровень 3'],
  ] as const)
    writeFileSync(join(folder, 'Сейвы', name), text);
});
afterEach(() => world?.closeContexts());
afterAll(async () => {
  await world?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

const thing = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Файлы и папки' }).getByRole('listitem').filter({ hasText: name });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Загрузка файлов' });
async function openCloud({ page }: Joined): Promise<void> {
  await page.goto('/cloud');
  await page.getByText('Здесь пока пусто').waitFor();
}
/**
 * Opens the uploaded folders one after the other and checks their contents. Returns the number of
 * items in the last.
 */
async function walkSaves(page: Page): Promise<number> {
  await panelOf(page)
    .getByText(/^Загружено: 3.файла$/)
    .waitFor({ timeout: patient(60_000) });
  await thing(page, 'Сейвы').getByRole('link').click();
  for (const name of ['Старые', 'герой.sav', 'карта.txt']) await thing(page, name).waitFor();
  await thing(page, 'Старые').getByRole('link').click();
  await thing(page, 'герой.sav').getByText('16 Б').waitFor();
  return page.getByRole('list', { name: 'Файлы и папки' }).getByRole('listitem').count();
}

describe.skipIf(!isBrowserHere)('cloud controls', () => {
  test('uploads a dropped folder with its subfolders', async () => {
    const anna = await world.join('Анна', 'Белова');
    await openCloud(anna);
    const { page } = anna;
    const box = (await page.getByText('Здесь пока пусто').boundingBox())!;
    const session = await page.context().newCDPSession(page);
    // The browser's own drag of a folder from the disk: the page gets an entry and walks through
    // it.
    const data = { items: [], files: [join(folder, 'Сейвы')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: box.x + 10, y: box.y + 5, data });
    expect(await walkSaves(page)).toBe(1);
  });

  test('uploads a chosen folder', async () => {
    const vera = await world.join('Вера', 'Соль');
    await openCloud(vera);
    const { page } = vera;
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Загрузить папку' }).click(),
    ]);
    await chooser.setFiles(join(folder, 'Сейвы'));
    expect(await walkSaves(page)).toBe(1);
  });

  test(
    'continues an upload while the member is on another page, shows its progress there, and links back',
    { timeout: patient(180_000) },
    async () => {
      const gleb = await world.join('Глеб', 'Котов');
      await openCloud(gleb);
      const { page } = gleb;
      let mayGoOn = () => {};
      const gate = new Promise<void>((resolve) => {
        mayGoOn = resolve;
      });
      await page.route('**/api/uploads/*', async (route) => {
        if (route.request().method() === 'PATCH') await gate;
        await route.continue();
      });
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Загрузить', exact: true }).click(),
      ]);
      await chooser.setFiles({
        name: 'мир.sav',
        mimeType: 'application/octet-stream',
        buffer: Buffer.alloc(5 * 1024 * 1024, 7),
      });
      await panelOf(page)
        .getByText(/^Загружено 0 из 1\sфайла/)
        .waitFor();

      await page
        .getByRole('navigation', { name: 'Разделы' })
        .getByRole('link', { name: 'Уведомления' })
        .first()
        .click();
      await page.waitForURL('**/notifications');
      const pill = page.getByRole('link', { name: /Загружено 0 из 1\sфайла/ });
      await pill.waitFor();
      expect(await panelOf(page).count()).toBe(0);
      await pill.click();
      await page.waitForURL('**/cloud');
      await panelOf(page).waitFor();
      expect(await pill.count()).toBe(0);
      await page.goBack();
      await pill.waitFor();
      mayGoOn();
      await page.getByText(/^Загружено: 1.файл$/).waitFor({ timeout: patient(60_000) });
      await expect.poll(() => pill.count()).toBe(0);
      await page.goBack();
      await thing(page, 'мир.sav').waitFor();
    },
  );

  test("opens a file's menu, and not the file, on a long press", async () => {
    const dina = await world.join('Дина', 'Орлова', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await openCloud(dina);
    const { page, context } = dina;
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Загрузить', exact: true }).click(),
    ]);
    await chooser.setFiles({
      name: 'герой.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('уровень 40'),
    });
    await panelOf(page).getByRole('button', { name: 'Закрыть список загрузок' }).click();
    const tile = thing(page, 'герой.txt').getByRole('button', { name: /^герой/ });
    const box = (await tile.boundingBox())!;
    const session = await context.newCDPSession(page);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const rename = page.getByRole('menuitem', { name: 'Переименовать' });
    await rename.waitFor();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await tile.getAttribute('aria-pressed')).toBe('false');
    await rename.tap();
    await page.getByLabel('Новое имя').fill('дракон.txt');
    await page.getByRole('button', { name: 'Переименовать' }).click();
    // A short touch opens the file itself.
    await thing(page, 'дракон.txt')
      .getByRole('button', { name: /^дракон/ })
      .tap();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Текст: дракон.txt' }).inputValue())
      .toBe('уровень 40');
  });

  test('previews the pages of a PDF in place, only those near the view, and says when it cannot', async () => {
    const egor = await world.join('Егор', 'Кузнецов');
    await openCloud(egor);
    const { page } = egor;
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Загрузить', exact: true }).click(),
    ]);
    await chooser.setFiles(
      [
        ['устав.pdf', makePdf(40)],
        ['обрывок.pdf', makePdf(2).subarray(0, 60)],
      ].map(([name, buffer]) => ({
        name: name as string,
        mimeType: 'application/pdf',
        buffer: buffer as Buffer,
      })),
    );
    await panelOf(page).getByRole('button', { name: 'Закрыть список загрузок' }).click();
    await thing(page, 'устав.pdf')
      .getByRole('button', { name: /^устав/ })
      .click();
    const sheet = page.getByRole('document', { name: 'Страницы: устав.pdf' });
    const leaf = (number: number) =>
      sheet.getByRole('img', { name: `Страница ${number}`, exact: true });
    await page.getByText(/^40.страниц$/).waitFor();
    await expect.poll(() => leaf(1).getAttribute('data-drawn')).toBe('true');
    // White, the black of the letters, and the bar near the lower edge.
    const shades = await leaf(1)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const context = canvas.getContext('2d')!;
        const head = context
          .getImageData(0, 0, width, Math.round(height / 4))
          .data.filter((_, at) => at % 4 === 0);
        return {
          corner: context.getImageData(1, 1, 1, 1).data[0],
          bar:
            Math.abs(
              context.getImageData(Math.round(width / 2), Math.round(height * 0.92), 1, 1)
                .data[0]! - 128,
            ) < 3,
          emails: head.some((red) => red < 60),
        };
      });
    expect(shades).toEqual({ corner: 255, bar: true, emails: true });
    await sheet.getByText('Chapter 1', { exact: true }).waitFor();
    expect(await leaf(40).count()).toBe(0);
    await sheet.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await expect.poll(() => leaf(40).getAttribute('data-drawn')).toBe('true');
    await expect.poll(() => leaf(1).count()).toBe(0);
    await page.getByRole('button', { name: 'Читать крупнее' }).click();
    const large = page.getByRole('dialog').getByRole('document', { name: 'Крупно: устав.pdf' });
    await expect
      .poll(() =>
        large.getByRole('img', { name: 'Страница 1', exact: true }).getAttribute('data-drawn'),
      )
      .toBe('true');
    expect((await large.boundingBox())!.width).toBeGreaterThan(600);
    await page.keyboard.press('Escape');
    await expect.poll(() => large.count()).toBe(0);
    expect(complaints).toEqual([]);

    await thing(page, 'обрывок.pdf')
      .getByRole('button', { name: /^обрывок/ })
      .click();
    await page.getByText('Этот документ не открывается здесь. Попробуйте скачать его.').waitFor();
  });
});
