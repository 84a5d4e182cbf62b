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
/** Opens the menu of a post, a draft or a comment and chooses an item. */
async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}
const PICTURE = { name: /^Картинка \d из поста/ };
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

let world: World;
describe.skipIf(!isBrowserHere)('posts', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('a draft becomes a post, is pinned, limited to friends, edited and deleted; comments are replied to and edited in place', async () => {
    const [anna, boris, vera] = [
      await world.join('Анна', 'Пишущая'),
      await world.join('Борис', 'Друг'),
      await world.join('Вера', 'Прохожая'),
    ];
    const { page } = anna;
    await boris.page.goto(`/user/${anna.id}`);
    await boris.page.getByRole('button', { name: 'Добавить в друзья: Анна Пишущая' }).click();
    await page.goto('/notifications');
    await page.getByRole('button', { name: 'Принять заявку: Борис Друг' }).click();
    await boris.page.getByRole('button', { name: 'В друзьях: Анна Пишущая' }).waitFor();

    // A draft with a picture is visible to nobody else; it is edited and published.
    await page.goto(`/user/${anna.id}`);
    await page.getByPlaceholder('Что нового?').fill('Набросок о рейде');
    await page.locator('form input[type=file]').setInputFiles(await picture('a.png', '#7a3f22'));
    await page.getByRole('list', { name: 'Выбранные файлы' }).getByRole('img').waitFor();
    await page.getByRole('button', { name: 'В черновики' }).click();
    await page.getByText('Черновик сохранён').waitFor();
    await expect.poll(() => page.getByPlaceholder('Что нового?').inputValue()).toBe('');
    await expect.poll(() => focused(page)).toBe('Опубликовать');
    await page.getByRole('tab', { name: 'Черновики' }).click();
    const draft = page.getByRole('article', { name: 'Черновик' });
    await draft.getByRole('button', PICTURE).waitFor();
    await boris.page.reload();
    await boris.page.getByText('Здесь нет постов.').waitFor();
    await draft.getByRole('button', { name: 'Изменить' }).click();
    await draft.getByLabel('Текст поста').fill('Рейд в субботу, в восемь');
    await draft.locator('input[type=file]').setInputFiles(await picture('b.png', '#224f7a'));
    await draft.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Изменения сохранены').waitFor();
    await draft.getByText('Рейд в субботу, в восемь').waitFor();
    await expect.poll(() => draft.getByRole('button', PICTURE).count()).toBe(2);
    await draft.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('tab', { name: 'Посты', selected: true }).waitFor();
    const post = page.getByRole('article').filter({ hasText: 'Рейд в субботу' });
    await post.getByRole('button', PICTURE).nth(1).waitFor();
    await expect.poll(() => focused(page)).toBe('Посты');
    await post.getByText('изменено').waitFor({ state: 'detached' });

    // A newer post is above it until it is pinned.
    await page.getByPlaceholder('Что нового?').fill('Запись поновее');
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('article').first().getByText('Запись поновее').waitFor();
    await post.getByRole('button', { name: 'Действия с постом' }).click();
    await page.getByRole('menuitem', { name: 'Закрепить' }).click();
    await page.getByRole('article').first().getByText('Закреплено').waitFor();
    await page.getByRole('article').first().getByText('Рейд в субботу').waitFor();

    // For friends only: the friend sees it; the stranger sees it neither on the wall nor at its
    // address.
    await vera.page.goto(`/user/${anna.id}`);
    const address = await vera.page
      .getByRole('article')
      .first()
      .getByRole('link', { name: /\d/ })
      .getAttribute('href');
    await choose(page, 'Действия с постом', 'Кто видит');
    await page.getByRole('dialog').getByLabel('Кто видит пост').selectOption('friends');
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await post.getByRole('img', { name: 'Видят только друзья' }).waitFor();
    await vera.page.reload();
    await vera.page.getByText('Запись поновее').waitFor();
    expect(await vera.page.getByText('Рейд в субботу').count()).toBe(0);
    await vera.page.goto(address!);
    await vera.page.getByText('Такого поста нет').waitFor();
    await boris.page.goto(address!);
    await boris.page.getByText('Рейд в субботу, в восемь').waitFor();

    // Escape asks before discarding the changes; one picture stays.
    await choose(page, 'Действия с постом', 'Изменить');
    await post.getByLabel('Текст поста').fill('Рейд в субботу, в девять');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await post.getByRole('button', { name: 'Убрать: картинка 1' }).click();
    await post.getByRole('button', { name: 'Сохранить' }).click();
    await post.getByText('изменено').waitFor();
    await expect.poll(() => focused(page)).toBe('Действия с постом');
    await boris.page.reload();
    await boris.page.getByText('Рейд в субботу, в девять').waitFor();
    await boris.page.getByText('изменено').waitFor();
    expect(await boris.page.getByRole('button', PICTURE).count()).toBe(1);

    // Comments: a reply shows whom it replies to, and each is edited in its own place.
    await boris.page.getByLabel('Комментарий', { exact: true }).fill('Буду');
    await boris.page.keyboard.press('Enter');
    await boris.page.getByText('Буду', { exact: true }).waitFor();
    await page.goto(address!);
    await page.getByRole('button', { name: 'Ответить: Борис Друг' }).click();
    await page.getByRole('textbox', { name: 'Ответ' }).fill('Бери зелья');
    await page.keyboard.press('Enter');
    const answer = page.locator('[data-comment]').filter({ hasText: 'Бери зелья' });
    await answer.getByRole('link', { name: 'Борис', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Ответ' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Ответить: Борис Друг');
    await choose(page, 'Действия с комментарием, Анна', 'Изменить');
    const field = page.getByRole('textbox', { name: 'Изменение комментария' });
    await field.and(page.locator(':focus')).waitFor();
    await field.fill('Бери много зелий');
    await page.keyboard.press('Escape');
    await answer.getByText('Бери зелья').waitFor();
    await choose(page, 'Действия с комментарием, Анна', 'Изменить');
    await field.and(page.locator(':focus')).waitFor();
    // A menu that was opened before closes behind it and leaves it the focus.
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await field.evaluate((area) => area === document.activeElement)).toBe(true);
    await field.fill('Бери очень много зелий');
    await page.keyboard.press('Enter');
    await page
      .locator('[data-comment]')
      .filter({ hasText: 'Бери очень много зелий' })
      .getByText('изменено')
      .waitFor();
    // Starting another reply asks about the one being written. After a deletion, the focus moves to
    // the next comment.
    const begun = page.getByRole('textbox', { name: 'Ответ' });
    const question = page.getByRole('dialog', { name: 'Не отправлять ответ?' });
    await page.getByRole('button', { name: 'Ответить: Борис Друг' }).click();
    await begun.fill('И ещё');
    for (const [choice, left] of [
      ['Отмена', 'И ещё'],
      ['Не отправлять', ''],
    ] as const) {
      await page.getByRole('button', { name: 'Ответить: Анна Пишущая' }).click();
      await question.getByRole('button', { name: choice }).click();
      await question.waitFor({ state: 'detached' });
      await expect.poll(() => begun.inputValue()).toBe(left);
    }
    await begun.press('Escape');
    await boris.page.reload();
    await boris.page
      .locator('[data-comment]')
      .filter({ hasText: 'Борис, Бери очень много зелий' })
      .getByText('изменено')
      .waitFor();

    await choose(page, 'Действия с комментарием, Анна', 'Удалить');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page
      .locator('[data-comment]')
      .filter({ hasText: 'Бери очень' })
      .waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Борис Друг');
    await choose(page, 'Действия с постом', 'Удалить');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.waitForURL('**/user/*');
    await page.getByRole('article').first().getByText('Запись поновее').waitFor();
    await page.getByPlaceholder('Что нового?').fill('Последняя');
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('article').first().getByText('Последняя').waitFor();
    await choose(page, 'Действия с постом', 'Удалить');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Последняя', { exact: true }).waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        page
          .getByRole('article')
          .first()
          .evaluate((card) => card.contains(document.activeElement)),
      )
      .toBe(true);
    await boris.page.reload();
    await boris.page.getByText('Такого поста нет').waitFor();
  });
});
