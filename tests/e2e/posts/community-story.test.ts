import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { isBrowserHere, World } from '../../support/browser/world.ts';

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer(),
});
async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}
const article = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
/** Fills in the form of an article and submits it. */
async function write(page: Page, title: string, action: string): Promise<void> {
  await page.getByLabel('Заголовок').fill(title);
  await page.locator('form input[type=file]').setInputFiles(await picture('a.png', '#224f7a'));
  await page.getByRole('list', { name: 'Выбранные файлы' }).getByRole('img').waitFor();
  await page.getByRole('button', { name: action }).click();
}

let world: World;
describe.skipIf(!isBrowserHere)('communities', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('a community is created, followed, edited by two, sent a proposal, moderated, and handed over', async () => {
    const [anna, boris, vera] = [
      await world.join('Анна', 'Основательница'),
      await world.join('Борис', 'Редактор'),
      await world.join('Вера', 'Читательница'),
    ];
    const { page } = anna;
    await page.goto('/publics');
    await page.getByText('Здесь пока что ничего нет').waitFor();
    await page.getByRole('link', { name: 'Создать группу' }).first().click();
    await page.getByRole('button', { name: 'Создать группу' }).click();
    await page.getByText('Не введено имя').waitFor();
    await page.getByLabel('Название').fill('Рейды и обеды');
    await page.getByLabel('Описание').fill('Каждую субботу');
    await page.getByRole('button', { name: 'Создать группу' }).click();
    await page.waitForURL('**/publics');
    await page
      .getByRole('link', { name: /Рейды и обеды/ })
      .first()
      .click();
    await page.getByText('Нет записей').waitFor();
    const address = new URL(page.url()).pathname;

    // Its first article needs a picture.
    await page.getByRole('link', { name: 'Новая статья' }).click();
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByText('Выберите изображение').waitFor();
    await write(page, 'Сбор у ворот', 'Опубликовать');
    await article(page, 'Сбор у ворот')
      .getByRole('button', { name: /^Картинка 1 из поста/ })
      .waitFor();

    // Others find it and follow it, and it appears on their page and in their news.
    await vera.page.goto('/home?feed=news');
    await vera.page.getByText('У Вас нет новостей').waitFor();
    await vera.page.getByRole('link', { name: 'Найти группы' }).click();
    await vera.page.getByLabel('Поиск групп').fill('ОБЕД');
    await vera.page.getByRole('button', { name: 'Подписаться: Рейды и обеды' }).click();
    await vera.page.getByText('2 подписчика').first().waitFor();
    await vera.page.goto('/home?feed=news');
    await article(vera.page, 'Сбор у ворот').waitFor();
    await boris.page.goto(address);
    await boris.page.getByRole('button', { name: 'Подписаться: Рейды и обеды' }).click();
    await boris.page.getByRole('button', { name: 'Отписаться: Рейды и обеды' }).waitFor();

    // A second editor is appointed and notified.
    await page.goto(address);
    await page.getByText('3 подписчика').first().waitFor();
    await page.getByRole('link', { name: 'Редактировать' }).click();
    await choose(page, 'Действия: Борис Редактор', 'Сделать редактором');
    await page.getByText('Борис Редактор: теперь редактор').waitFor();
    await boris.page.goto('/notifications');
    await boris.page
      .getByRole('link', { name: /Теперь вы редактор группы «Рейды и обеды»/ })
      .click();

    // A follower proposes an article; the editor publishes it, and open news lists are notified.
    await vera.page.goto(address);
    await vera.page.getByRole('link', { name: 'Предложить пост' }).click();
    await write(vera.page, 'Пир после рейда', 'Предложить');
    await vera.page.getByText('Пост ждёт решения редакторов.').waitFor();
    await page.goto('/home?feed=news');
    await article(page, 'Сбор у ворот').waitFor();
    await boris.page.getByRole('link', { name: /^Уведомления группы/ }).click();
    await boris.page.getByRole('link', { name: 'Вера Читательница предлагает пост' }).click();
    await article(boris.page, 'Пир после рейда')
      .getByRole('button', { name: 'Опубликовать' })
      .click();
    await page.getByRole('button', { name: 'Новые посты' }).click();
    await article(page, 'Пир после рейда').getByText('от Вера Читательница').waitFor();

    // It is liked and commented on; the editor deletes a comment and bans its author.
    await article(page, 'Пир после рейда').getByRole('button', { name: 'Нравится пост' }).click();
    await vera.page.goto(address);
    await article(vera.page, 'Сбор у ворот')
      .getByRole('button', { name: /^Комментарии/ })
      .click();
    await vera.page.getByRole('textbox', { name: 'Комментарий' }).fill('Продам меч');
    await vera.page.getByRole('button', { name: 'Отправить комментарий' }).click();
    // The text stays in the field until it is saved.
    await expect
      .poll(() => vera.page.getByRole('textbox', { name: 'Комментарий' }).inputValue())
      .toBe('');
    await vera.page.getByText('Продам меч').waitFor();
    await boris.page.goto(address);
    await article(boris.page, 'Сбор у ворот')
      .getByRole('button', { name: 'Комментарии: 1' })
      .click();
    await choose(boris.page, /^Действия с комментарием/, 'Удалить');
    await boris.page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await boris.page.getByText('Комментариев пока нет').waitFor();
    await boris.page.getByRole('link', { name: 'Управление' }).click();
    await choose(boris.page, 'Действия: Вера Читательница', 'Закрыть доступ');
    await boris.page.getByLabel('Причина').fill('Торговля');
    await boris.page.getByRole('dialog').getByRole('button', { name: 'Закрыть доступ' }).click();
    await boris.page.getByRole('button', { name: 'Открыть доступ: Вера Читательница' }).waitFor();
    await vera.page.reload();
    await vera.page.getByText('Редакторы группы закрыли вам доступ.').waitFor();

    // The founder hands it over, and unsubscribes from their own page.
    await page.goto(address.replace('/public/', '/editpublic/'));
    await choose(page, 'Действия: Борис Редактор', 'Передать группу');
    await page.getByRole('dialog').getByRole('button', { name: 'Передать' }).click();
    await page.getByText('Группу теперь ведёт Борис Редактор').waitFor();
    await page.goto(`/user/${anna.id}`);
    await page.getByRole('button', { name: 'Изменить список подписок' }).click();
    await page.getByRole('button', { name: 'Отписаться: Рейды и обеды' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отписаться' }).click();
    await page.getByText('Вы отписались').waitFor();
    await page.getByText('Вы пока ни на что не подписаны').waitFor();
    await boris.page.goto(address);
    await boris.page.getByRole('link', { name: 'Редактировать' }).waitFor();
    expect(await boris.page.getByText('1 подписчик', { exact: true }).count()).toBeGreaterThan(0);
  });
});
