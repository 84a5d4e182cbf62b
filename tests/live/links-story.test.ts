import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import * as wall from '@respa/contract/wall';
import { makeSafeFetch } from '../../packages/server/src/platform/http/safe-fetch.ts';
import { audit } from '../support/browser/audit.ts';
import { field, goTo, log } from '../support/browser/dialog-page.ts';
import { closeBrowser } from '../support/browser/shared-browser.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { picture } from '../support/files/pictures.ts';
import {
  html,
  redirect,
  startHostileSite,
  type HostileSite,
} from '../support/servers/hostile-site.ts';
import { roomOf } from '../support/members/conversations.ts';

let app: TestApp;
let site: HostileSite;
let world: World;
let [anna, boris]: Caller[] = [];

const card = (page: Page, title: string) => page.getByRole('link', { name: title });
/** Opens a page that notes which other machines it contacts. */
async function open(who: Caller): Promise<{ page: Page; contacted: string[] }> {
  const page = await world.pageOf(who);
  const contacted: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin.startsWith('http') && origin !== new URL(app.url).origin) contacted.push(origin);
  });
  return { page, contacted };
}

describe.skipIf(!isBrowserHere)('links', () => {
  beforeAll(async () => {
    app = await startTestApp({ LINK_CARDS: 'on' });
    world = World.at(app.url);
    const cover = Buffer.from(await (await picture('png', '#c4f042')).arrayBuffer());
    site = await startHostileSite({
      '/news': html(`<title>Обновление уже здесь</title>
        <meta property="og:site_name" content="Игровые новости">
        <meta name="description" content="Что изменилось и почему это важно для всех, кто играет по вечерам: коротко о главном.">
        <meta property="og:image" content="/cover.png">`),
      '/cover.png': html(cover, { 'content-type': 'image/png' }),
      '/hostile': redirect('http://127.0.0.1/'),
    });
    app.server.context.links.fetch = makeSafeFetch({
      userAgent: 'RespaBot',
      resolve: async () => ['127.0.0.1'],
      isAllowed: (address, port) => address === '127.0.0.1' && port === site.port,
    });
    [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  });
  afterEach(() => world.closeContexts());
  afterAll(async () => {
    await world?.close();
    await closeBrowser();
    await site?.stop();
    await app?.stop();
  });

  test('a link in a chat becomes a card for both without a visit of their browsers, and its author removes it', async () => {
    const room = await roomOf(anna!, boris!);
    const [mine, theirs] = [await open(anna!), await open(boris!)];
    await Promise.all([goTo(mine.page, room), goTo(theirs.page, room)]);
    await field(mine.page).fill(`Смотри: ${site.at('/news')}`);
    await field(mine.page).press('Enter');
    for (const { page } of [mine, theirs]) {
      await card(page, 'Обновление уже здесь').waitFor();
      await expect
        .poll(() =>
          log(page)
            .locator('img[src*="/media/linkcards/"]')
            .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
        )
        .toBe(true);
    }
    expect(await audit(theirs.page)).toEqual([]);
    expect(await theirs.page.getByRole('button', { name: 'Убрать карточку' }).count()).toBe(0);
    await card(mine.page, 'Обновление уже здесь').hover();
    await mine.page.getByRole('button', { name: 'Убрать карточку' }).click();
    for (const { page } of [mine, theirs])
      await card(page, 'Обновление уже здесь').waitFor({ state: 'detached' });
    // The text keeps its link, and a hostile server gets no card.
    await log(theirs.page)
      .getByRole('link', { name: site.at('/news') })
      .waitFor();
    await field(theirs.page).fill(`А тут ${site.at('/hostile')}`);
    await field(theirs.page).press('Enter');
    await expect.poll(() => site.requests).toContain('/hostile');
    await log(mine.page)
      .getByRole('link', { name: site.at('/hostile') })
      .waitFor();
    expect(await mine.page.getByRole('button', { name: 'Убрать карточку' }).count()).toBe(0);
    expect([...mine.contacted, ...theirs.contacted]).toEqual([]);
  });

  test('a post shows the card of another post to those who may see that post', async () => {
    const make = async (title: string, audience: 'all' | 'friends') =>
      (await anna!.call(wall.create, { body: { title, audience } })).post._id;
    const secret = await make('Только для друзей', 'friends');
    const open_ = await make('Для всех вокруг', 'all');
    await make(`Сначала ${app.url}/userpost/${secret}`, 'all');
    await make(`Потом ${app.url}/userpost/${open_}`, 'all');
    const cardOf = (page: Page, id: string, words: string) =>
      page.locator(`a[href="/userpost/${id}"]`).filter({ hasText: words });
    const [mine, theirs] = [await open(anna!), await open(boris!)];
    await Promise.all([mine.page.goto(`/user/${anna!.id}`), theirs.page.goto(`/user/${anna!.id}`)]);
    await cardOf(mine.page, secret, 'Только для друзей').last().waitFor();
    await cardOf(theirs.page, open_, 'Для всех вокруг').last().waitFor();
    expect(await theirs.page.getByText('Только для друзей').count()).toBe(0);
    await theirs.page.getByRole('link', { name: `${app.url}/userpost/${secret}` }).waitFor();
  });

  test('an @ in a post and in a comment names someone, who learns of it', async () => {
    const [mine, theirs] = [await open(anna!), await open(boris!)];
    await mine.page.goto('/createpost');
    const text = mine.page.getByRole('textbox', { name: 'Текст поста' });
    await text.fill('Спасибо, ');
    await text.pressSequentially('@Бор');
    await mine.page.getByRole('option', { name: 'Борис Тестова' }).waitFor();
    expect(await audit(mine.page)).toEqual([]);
    await text.press('Enter');
    await expect.poll(() => text.inputValue()).toBe('Спасибо, @Борис Тестова ');
    await mine.page.getByRole('button', { name: 'Опубликовать' }).click();
    await mine.page.getByText('Опубликовано').waitFor();
    await theirs.page.goto('/notifications');
    await theirs.page.getByText(/упомянул.* вас в посте/).click();
    await theirs.page.getByRole('link', { name: '@Борис Тестова' }).waitFor();
    const comment = theirs.page.getByRole('textbox', { name: 'Комментарий' });
    await comment.pressSequentially('Не за что, @Анн');
    await theirs.page.getByRole('option', { name: 'Анна Тестова' }).click();
    await comment.press('Enter');
    await theirs.page.getByRole('link', { name: '@Анна Тестова' }).waitFor();
    await mine.page.goto('/notifications');
    await mine.page.getByText(/упомянул.* вас в комментарии/).waitFor();
  });
});
