import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
describe.skipIf(!isBrowserHere)('public pages', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());
  const path = (page: Page) => new URL(page.url()).pathname;
  const problem = (page: Page) => page.getByLabel('Подробно опишите проблему:');
  const sent = (page: Page) => page.getByRole('button', { name: 'Отправить' });
  const countEmails = (page: Page) => {
    const emails: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/admin/sendmessage')) emails.push(request.postDataJSON());
    });
    return emails;
  };

  test('a visitor writes to support and returns to the landing page', async () => {
    const page = await (await world.newContext()).newPage();
    const emails = countEmails(page);
    await page.goto('/greeting');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Поддержка' }).click();
    await page.waitForURL('**/support');
    await sent(page).click();
    await page.getByText('Опишите проблему.', { exact: true }).waitFor();
    expect(emails).toEqual([]);
    await problem(page).fill('Не приходит письмо');
    await page.getByLabel('Почта для ответа').fill('не почта');
    await sent(page).click();
    await page.getByText('Неверный формат почты').waitFor();
    await expect.poll(() => problem(page).inputValue()).toBe('Не приходит письмо');
    await page.getByLabel('Почта для ответа').fill('vera@respa.test');
    await sent(page).dblclick();
    await page.waitForURL('**/greeting');
    await page.getByText('Сообщение отправлено').waitFor();
    expect(emails).toHaveLength(2);
    expect(emails[1]).toMatchObject({ message: 'Не приходит письмо', email: 'vera@respa.test' });
    // Nothing is left over for the next visit to the page.
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Сообщение отправлено').count()).toBe(0);
  });

  test('the portfolio has no dead links, for visitors and members alike', async () => {
    const page = await (await world.newContext()).newPage();
    await page.goto('/greeting');
    await page.getByRole('banner').getByRole('link', { name: 'Моё портфолио' }).click();
    await page.waitForURL('**/portfolio');
    await page.getByRole('heading', { name: 'Портфолио автора' }).waitFor();
    const pictures = page.getByRole('main').locator('img');
    await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(9);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), {
          message: (await picture.getAttribute('src'))!,
        })
        .toBeGreaterThan(0);
    }
    const hrefs = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    expect(hrefs.length).toBeGreaterThan(0);
    for (const href of hrefs) {
      const answer = await page.goto(href);
      expect([href, answer!.status()]).toEqual([href, 200]);
      // An unknown page would redirect; the root redirects visitors to the landing page.
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect([href, path(page)]).toEqual([href, href === '/' ? '/greeting' : href]);
    }
  });

  test('a member reaches the services from the bottom bar, stays on the portfolio and writes without an email address', async () => {
    const { page } = await world.join('Вера', 'Сервисная');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/home');
    await page
      .getByRole('navigation', { name: 'Разделы' })
      .last()
      .getByRole('link', { name: 'Сервисы' })
      .click();
    await page.waitForURL('**/services');
    const cards = page.getByRole('navigation', { name: 'Сервисы' }).getByRole('link');
    await cards.first().waitFor();
    const hrefs = await cards.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')!),
    );
    expect(hrefs).toContain('/portfolio');
    for (const href of hrefs) {
      await page.getByRole('navigation', { name: 'Сервисы' }).locator(`a[href="${href}"]`).click();
      await page.getByRole('main').getByRole('heading').first().waitFor();
      expect(path(page)).toBe(href);
      await page.goBack();
      await cards.first().waitFor();
    }

    const emails = countEmails(page);
    await page.goto('/settings');
    await page
      .getByRole('navigation', { name: 'Разделы настроек' })
      .getByRole('link', { name: 'Поддержка' })
      .click();
    await page.waitForURL('**/support');
    await problem(page).fill('Не вижу игр');
    expect(await page.getByLabel('Почта для ответа').count()).toBe(0);
    await sent(page).click();
    await page.waitForURL('**/home');
    await page.getByText('Сообщение отправлено').waitFor();
    expect(emails).toEqual([{ message: 'Не вижу игр', clientId: expect.any(String) as string }]);
  });
});
