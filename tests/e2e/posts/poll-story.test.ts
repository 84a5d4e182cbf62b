import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import * as chats from '@respa/contract/chats';
import * as polls from '@respa/contract/polls';
import * as wall from '@respa/contract/wall';
import { audit } from '../../support/browser/audit.ts';
import { enterAs, field, goTo } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { readRoom, roomOf } from '../../support/members/conversations.ts';
import { readPoll, voteFor } from '../../support/members/polls.ts';

let world: World;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const card = (page: Page, question: string) =>
  page.getByRole('region', { name: `Опрос: ${question}` });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Опрос' });

describe.skipIf(!isBrowserHere)('polls', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('a poll is written in a chat on a phone, survives a reload, and both vote live', async () => {
    const [alexey, igor] = [
      await enterAs(world, 'kornilov', PHONE),
      await enterAs(world, 'lunyov'),
    ];
    const room = await roomOf(alexey.caller, igor.caller);
    await Promise.all([goTo(alexey.page, room), goTo(igor.page, room)]);
    const open = async () => {
      await alexey.page.getByRole('button', { name: 'Прикрепить', exact: true }).tap();
      await alexey.page.getByRole('menuitem', { name: 'Опрос' }).tap();
      await dialog(alexey.page).waitFor();
    };
    await open();
    const write = dialog(alexey.page);
    await write.getByLabel('Вопрос').fill('Когда рейд?');
    await write.getByRole('textbox', { name: 'Вариант 1' }).fill('В пятницу');
    await write.getByRole('button', { name: 'Отправить' }).tap();
    await write.getByText('Нужно хотя бы два варианта.').waitFor();
    await alexey.page.reload();
    await field(alexey.page).fill('Ещё не дописано');
    await open();
    expect(await write.getByLabel('Вопрос').inputValue()).toBe('Когда рейд?');
    await write.getByRole('textbox', { name: 'Вариант 2' }).fill('В субботу');
    expect(await audit(alexey.page)).toEqual([]);
    await write.getByText('Анонимный опрос').tap();
    await write.getByRole('button', { name: 'Отправить' }).tap();

    await write.waitFor({ state: 'hidden' });
    expect(await field(alexey.page).inputValue()).toBe('Ещё не дописано');
    const [mine, theirs] = [card(alexey.page, 'Когда рейд?'), card(igor.page, 'Когда рейд?')];
    await expect
      .poll(() => theirs.getByRole('radio', { name: 'В субботу' }).isEnabled())
      .toBe(true);
    // The keyboard goes through the options with arrows and votes with Enter.
    await theirs.getByRole('radio', { name: 'В пятницу' }).focus();
    await igor.page.keyboard.press('ArrowDown');
    await igor.page.keyboard.press('Enter');
    await theirs.getByRole('button', { name: /^100% В субботу/ }).waitFor();
    await expect
      .poll(() => mine.getByRole('status').textContent())
      .toBe('Проголосовал 1\u00a0человек');
    expect(await mine.getByText('100%').count()).toBe(0);
    const row = await mine.getByText('В пятницу').locator('xpath=..').boundingBox();
    expect(row!.height).toBeGreaterThanOrEqual(44);
    expect(await audit(alexey.page)).toEqual([]);
    await mine.getByText('В пятницу').tap();
    await mine.getByText('50%').first().waitFor();
    await expect.poll(() => theirs.getByText('50%').count()).toBe(2);

    await theirs.getByRole('button', { name: /^50% В пятницу/ }).click();
    await igor.page.getByRole('dialog', { name: 'В пятницу' }).getByText('Корнилов').waitFor();
    await igor.page.keyboard.press('Escape');
    await theirs.getByRole('button', { name: 'Отозвать голос' }).click();
    await theirs.getByRole('radio', { name: 'В субботу' }).waitFor();
    await mine.getByRole('button', { name: 'Завершить опрос' }).tap();
    await alexey.page.getByRole('button', { name: 'Завершить', exact: true }).tap();
    await theirs.getByText('Опрос завершён').waitFor();
    await theirs.getByRole('button', { name: /^100% В пятницу/ }).waitFor();

    const [message] = (await readRoom(igor.caller, room)).slice(-1);
    expect(message!.message).toBe('Опрос: Когда рейд?');
    const { rooms } = await igor.caller.call(chats.rooms);
    expect(rooms.find(({ _id }) => _id === room)!.lastMessage).toBe('Опрос: Когда рейд?');
  });

  test('a post has a poll, kept by its composer in every tab, and takes several answers', async () => {
    const { page, caller, context } = await enterAs(world, 'kornilov');
    await page.goto(`${world.url}/user/${caller.id}`);
    const text = page.getByRole('textbox', { name: 'Текст поста' });
    await text.fill('Выбираем вместе.');
    await page.getByRole('button', { name: 'Добавить опрос' }).click();
    const write = dialog(page);
    await write.getByLabel('Вопрос').fill('Во что играем?');
    await write.getByRole('textbox', { name: 'Вариант 1' }).fill('Крепость');
    await write.getByRole('textbox', { name: 'Вариант 2' }).fill('Гонки');
    await write.getByRole('button', { name: 'Добавить вариант' }).click();
    await write.getByRole('textbox', { name: 'Вариант 3' }).fill('Шахматы');
    await write.getByText('Несколько вариантов').click();
    await write.getByRole('button', { name: 'Добавить', exact: true }).click();
    await page.getByText('Опрос: Во что играем?').waitFor();
    expect(await text.inputValue()).toBe('Выбираем вместе.');
    const other = await context.newPage();
    await other.goto(`${world.url}/user/${caller.id}`);
    await other.getByText('Опрос: Во что играем?').waitFor();
    await other.close();
    await page.reload();
    await page.getByText('Опрос: Во что играем?').waitFor();
    await page.getByRole('button', { name: 'Опубликовать' }).click();

    const shown = card(page, 'Во что играем?');
    await shown.getByRole('checkbox', { name: 'Крепость' }).check();
    await shown.getByRole('checkbox', { name: 'Шахматы' }).check();
    await shown.getByRole('button', { name: 'Проголосовать' }).click();
    await expect.poll(() => shown.getByText('100%').count()).toBe(2);
    expect(await audit(page)).toEqual([]);
    const { posts } = await caller.call(wall.list, {
      params: { userId: caller.id, page: 1, offset: 0 },
    });
    const poll = posts.find((post) => post.poll?.question === 'Во что играем?')!.poll!;
    expect(await readPoll(caller, poll._id)).toMatchObject({ votes: [1, 0, 1], voters: 1 });
    // Another member's vote comes to the author at once.
    const { caller: fan } = await enterAs(world, 'lunyov');
    await voteFor(fan, poll, 0);
    await expect.poll(() => shown.getByText('50%').count()).toBe(1);
    expect((await caller.call(polls.one, { params: { id: poll._id } })).poll.voters).toBe(2);
  });
});
