import type { BrowserContext, Page } from '@playwright/test';
import { Caller } from '../driver.ts';
import type { World } from './world.ts';

/** Returns an API caller for a demo member, as if on another device. */
export async function callAs(world: World, login: string): Promise<Caller> {
  const { token, userId } = await world.demoSession(`${login}@demo.respa`);
  return new Caller(world.url, { token, id: userId });
}
/** Opens a browser for a demo member, with an API caller as another device. */
export async function enterAs(
  world: World,
  login: string,
  options: Parameters<World['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page; caller: Caller }> {
  const context = await world.newContext(options);
  await world.enterDemo(context, `${login}@demo.respa`);
  return { context, page: await context.newPage(), caller: await callAs(world, login) };
}

/** The room on the screen, as the user finds it. */
export const log = (page: Page) => page.getByRole('log');
export const field = (page: Page) => page.getByRole('textbox', { name: 'Сообщение' });
/** Returns the field's placeholder, and whether it is red. */
export const readField = (page: Page) =>
  field(page).evaluate((area: HTMLTextAreaElement) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--danger)';
    const danger = getComputedStyle(probe).color;
    probe.remove();
    return {
      says: area.placeholder,
      isRed: getComputedStyle(area, '::placeholder').color === danger,
    };
  });
export const bubble = (page: Page, text: string) =>
  log(page).locator('li[data-message]').filter({ hasText: text });
export const texts = (page: Page) => log(page).locator('li[data-message] p').allTextContents();
/**
 * Scrolls through the loaded conversation from its beginning and returns all texts: messages far
 * from the view are not drawn.
 */
export const readThrough = (page: Page): Promise<string[]> =>
  log(page).evaluate(async (box) => {
    const seen = new Map<string, string>();
    for (box.scrollTop = 0; ; box.scrollTop += box.clientHeight) {
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      });
      for (const line of box.querySelectorAll<HTMLElement>('[data-message]'))
        seen.set(line.dataset['message']!, line.querySelector('p')?.textContent ?? '');
      if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) return [...seen.values()];
    }
  });
export const tray = (page: Page) =>
  page.getByRole('list', { name: 'Выбранные файлы' }).getByRole('listitem');
export async function goTo(page: Page, room: string): Promise<void> {
  await page.goto(`/messages/${room}`);
  await log(page).waitFor();
}
export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}
export async function act(page: Page, text: string, action: string): Promise<void> {
  await bubble(page, text).hover();
  await bubble(page, text).getByRole('button', { name: 'Действия с сообщением' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
/** Adds one picture under several names to the form. */
export const choosePictures = (page: Page, picture: Buffer, count: number): Promise<void> =>
  page
    .locator('form input[type=file]')
    .first()
    .setInputFiles(
      Array.from({ length: count }, (_, index) => ({
        name: `${index + 1}.png`,
        mimeType: 'image/png',
        buffer: picture,
      })),
    );
