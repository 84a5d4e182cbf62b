import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;

async function enter(email: string): Promise<{ page: Page; id: string }> {
  const context = await world.newContext();
  const id = await world.enterDemo(context, email);
  return { page: await context.newPage(), id };
}
const readAsVisitor = async (id: string): Promise<unknown> =>
  (await fetch(`${world.url}/api/posts/${id}/1/0`)).json();
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe.skipIf(!isBrowserHere)('blocking and hiding people', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true });
  });
  afterAll(() => world.close());

  test('a user is hidden, reported and blocked; the blocked user finds nothing, and is unblocked in the settings', async () => {
    const [alexey, sol] = [await enter('kornilov@demo.respa'), await enter('sol@demo.respa')];
    await alexey.page.goto(`/user/${sol.id}`);
    await alexey.page.getByRole('button', { name: 'Ещё', exact: true }).waitFor();
    const name = (await alexey.page.getByRole('heading', { level: 1 }).textContent())!;
    await choose(alexey.page, 'Скрыть из ленты');
    await alexey.page.getByText('Посты больше не появятся в вашей ленте').waitFor();
    await choose(alexey.page, 'Показывать в ленте');
    await alexey.page.getByText('Посты снова в ленте').waitFor();

    await choose(alexey.page, 'Пожаловаться');
    const form = alexey.page.getByRole('dialog', { name: 'Пожаловаться на человека' });
    await form.getByRole('button', { name: 'Отправить' }).click();
    await form.getByText('Выберите причину').last().waitFor();
    await form.getByLabel('Что не так').selectOption('spam');
    await form.getByRole('button', { name: 'Отправить' }).click();
    await alexey.page.getByText('Жалоба отправлена. Спасибо!').waitFor();

    await choose(alexey.page, 'Заблокировать');
    const question = alexey.page.getByRole('dialog', { name: 'Заблокировать?' });
    await question.getByText('Ваша стена открыта и тем, кто не вошёл на сайт').waitFor();
    expect(await readAsVisitor(alexey.id)).toMatchObject({ hidden: false });
    await question.getByLabel('Показывать стену только участникам Респы').check();
    await question.getByRole('button', { name: 'Заблокировать' }).click();
    await alexey.page.getByText('Человек заблокирован').waitFor();
    expect(await readAsVisitor(alexey.id)).toEqual({
      posts: [],
      count: 0,
      isLast: true,
      hidden: true,
    });
    await alexey.page.getByRole('button', { name: 'Разблокировать' }).waitFor();
    await alexey.page.getByRole('button', { name: 'Написать' }).waitFor({ state: 'detached' });

    await sol.page.goto(`/user/${alexey.id}`);
    await sol.page.getByRole('link', { name: 'К людям' }).click();
    await sol.page.getByPlaceholder('Имя или фамилия').fill('корнилов');
    await sol.page.getByText('Никого не нашли').waitFor();

    await alexey.page.goto('/settings/privacy');
    await expect
      .poll(() => alexey.page.getByLabel('Кто видит мою стену и фотографии').inputValue())
      .toBe('members');
    await alexey.page.getByText('Все, и без входа').waitFor({ state: 'attached' });
    await alexey.page.getByRole('button', { name: `Разблокировать: ${name}` }).click();
    await alexey.page.getByText('Вы никого не заблокировали').waitFor();
    await sol.page.goto(`/user/${alexey.id}`);
    await sol.page.getByRole('button', { name: /Добавить в друзья/ }).waitFor();
    await sol.page.getByRole('article').first().waitFor();

    // With the wall closed to visitors, the next block says that nothing is left to close.
    await alexey.page.goto(`/user/${sol.id}`);
    await choose(alexey.page, 'Заблокировать');
    await question.getByText('Без входа на сайт вашу стену никто не увидит.').waitFor();
    expect(await question.getByRole('checkbox').count()).toBe(0);
    await question.getByRole('button', { name: 'Отмена' }).click();
    await alexey.page.getByRole('button', { name: 'Написать' }).waitFor();
    expect(await sol.page.getByRole('heading', { level: 1 }).textContent()).toContain('Корнилов');
  });

  test('what a member shows to nobody is closed to others, and the page says so', async () => {
    const [vetrova, akhmetov] = [
      await enter('vetrova@demo.respa'),
      await enter('akhmetov@demo.respa'),
    ];
    await vetrova.page.goto('/settings/privacy');
    for (const label of [
      'Кто может писать мне сообщения',
      'Кто видит мою стену и фотографии',
      'Кто видит моих друзей',
    ]) {
      await vetrova.page.getByLabel(label).selectOption('nobody');
      await vetrova.page.getByText('Сохранено').first().waitFor();
    }
    await vetrova.page.reload();
    await expect
      .poll(() => vetrova.page.getByLabel('Кто видит моих друзей').inputValue())
      .toBe('nobody');
    await expect
      .poll(() => vetrova.page.getByLabel('Кто видит, когда я в сети').inputValue())
      .toBe('all');

    await akhmetov.page.goto(`/user/${vetrova.id}`);
    await akhmetov.page.getByText('Стена скрыта').waitFor();
    await akhmetov.page.getByText('Список друзей скрыт').waitFor();
    expect(await akhmetov.page.getByRole('button', { name: 'Написать' }).count()).toBe(0);
    await akhmetov.page.goto(`/friends/${vetrova.id}`);
    await akhmetov.page.getByText('Список друзей скрыт').waitFor();
    await vetrova.page.goto(`/user/${vetrova.id}`);
    await vetrova.page.getByRole('article').first().waitFor();
  });
});
