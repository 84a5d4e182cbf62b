import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKeyboard, makeTouch, type Hands } from '../../support/browser/hands.ts';
import { isBrowserHere, PASSWORD, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

/** In ms: from the landing page to the first reply. */
const GOAL_MS = 5 * 60_000;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const COMPUTER = { viewport: { width: 1280, height: 800 } } as const;

let world: World;
describe.skipIf(!isBrowserHere)('from the landing page to the first reply', () => {
  beforeAll(async () => {
    world = await new World().open({ limits: false });
  });
  afterAll(() => world.close());

  /** Registers from the landing page, and ends on the home page of a new member. */
  async function register({ page, press, write }: Hands, name: string, surname: string) {
    const email = `${crypto.randomUUID()}@respa.test`;
    await page.goto('/greeting');
    await press(page.getByRole('link', { name: 'Зарегистрироваться' }).first());
    await write(page.getByLabel('Имя'), name);
    await write(page.getByLabel('Фамилия'), surname);
    await write(page.getByLabel('Дата рождения'), '05.11.2001');
    await write(page.getByLabel('Почта'), email);
    await write(page.getByLabel('Город'), 'Рыбинск');
    await write(page.getByLabel('Пароль', { exact: false }).first(), PASSWORD);
    await write(page.getByLabel('Пароль ещё раз'), PASSWORD);
    await press(page.getByRole('button', { name: 'Зарегистрироваться' }));
    await page.getByText('Осталось подтвердить почту').waitFor();
    await page.getByText(email).waitFor();
    await page.goto(await world.mailedLink(email, 'activate'));
    await press(page.getByRole('button', { name: 'Подтвердить почту' }));
    await page.waitForURL('**/home');
    await page.getByRole('heading', { name: 'Первые шаги' }).waitFor();
  }

  test.each<[what: string, setting: object, makeHands: typeof makeTouch | typeof makeKeyboard]>([
    ['at 390 px with touch only', PHONE, makeTouch],
    ['at 1280 px with the keyboard only', COMPUTER, makeKeyboard],
  ])(
    'takes two members less than five minutes %s',
    { timeout: patient(GOAL_MS) },
    async (what, setting, makeHands) => {
      const began = performance.now();
      const surname = what.includes('touch') ? 'Тапова' : 'Клавишина';
      const [anna, boris] = await Promise.all(
        [0, 1].map(async () => makeHands(await (await world.newContext(setting)).newPage())),
      );
      await register(anna!, 'Анна', surname);
      await register(boris!, 'Борис', 'Ёлкин');

      // Boris follows the step to find friends, and Anna is of his city.
      const { page } = boris!;
      await boris!.press(page.getByRole('link', { name: 'Найдите друзей' }));
      await page.waitForURL('**/users');
      await boris!.press(page.getByRole('button', { name: `Добавить: Анна ${surname}` }).first());
      await boris!.press(
        page
          .getByRole('listitem')
          .getByRole('button', { name: `Написать: Анна ${surname}` })
          .first(),
      );
      await page.waitForURL('**/messages/*');
      await boris!.write(page.getByLabel('Сообщение', { exact: true }), 'Привет! Идёшь в рейд?');
      await boris!.press(page.getByRole('button', { name: 'Отправить' }));

      // Anna sees the message without a reload, accepts the request and replies.
      await anna!.press(anna!.page.getByRole('link', { name: /^Сообщения/ }).first());
      await anna!.press(anna!.page.getByRole('link', { name: /Борис Ёлкин/ }).first());
      await anna!.page.getByText('Привет! Идёшь в рейд?').last().waitFor();
      await anna!.write(anna!.page.getByLabel('Сообщение', { exact: true }), 'Иду!');
      await anna!.press(anna!.page.getByRole('button', { name: 'Отправить' }));
      await page.getByText('Иду!').last().waitFor();
      expect(performance.now() - began).toBeLessThan(GOAL_MS);
    },
  );
});
