import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_ADMIN } from '../../support/browser/seed-screens.ts';
import { isBrowserHere, PASSWORD, World, type Joined } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

const TIMEOUT_MS = { timeout: patient(30_000) };
const seen = (what: Locator): Promise<void> => what.waitFor(TIMEOUT_MS);
const gone = (what: Locator): Promise<void> => what.waitFor({ ...TIMEOUT_MS, state: 'detached' });
describe.skipIf(!isBrowserHere)('the admin panel', { timeout: patient(120_000) }, () => {
  let world: World;
  let admin: Page;
  let anna: Joined;
  let boris: Joined;
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false, env: DEMO_ADMIN });
    const context = await world.newContext();
    const id = await world.enterDemo(context);
    admin = await context.newPage();
    [anna, boris] = await Promise.all([
      world.join('Анна', 'Деловая'),
      world.join('Борис', 'Несносный'),
    ]);
    await admin.goto(`/user/${id}`);
    await admin.getByRole('link', { name: 'Кабинет администратора' }).click();
    await seen(admin.getByRole('heading', { name: 'Кабинет администратора' }));
  }, patient(120_000));
  afterAll(() => world.close());

  const call = async <T>(who: Joined, method: string, path: string, body?: object): Promise<T> => {
    const { token } = JSON.parse(
      (await who.page.evaluate(() => localStorage.getItem('respa.session')))!,
    ) as { token: string };
    const answer = await fetch(`${world.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  /** Returns what was mailed to an address, as far as it is written in Latin letters. */
  const mailsTo = (address: string): string =>
    readdirSync(world.mails)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(world.mails, name), 'utf8'))
      .filter((mail) => mail.includes(`To: ${address}`))
      .join('\n')
      .replace(/=\r?\n/g, '');
  const part = (name: string) =>
    admin
      .getByRole('navigation', { name: 'Кабинет администратора' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();

  test('redirects other members to /home', async () => {
    await anna.page.goto('/admin');
    await anna.page.waitForURL('**/home', TIMEOUT_MS);
    expect(await anna.page.getByRole('heading', { name: 'Кабинет администратора' }).count()).toBe(
      0,
    );
  });

  test('adds an event that appears on the home page and among the events', async () => {
    await part('События');
    await admin.getByRole('button', { name: 'Добавить событие' }).click();
    await admin.getByRole('button', { name: 'Добавить', exact: true }).click();
    await seen(admin.getByText('Опишите событие'));
    await admin.getByLabel('Что произойдёт').fill('Парад планет над Рыбинском');
    await admin.getByLabel('Год').fill(String(new Date().getFullYear()));
    await admin.getByLabel('Месяц').selectOption('Декабрь');
    await admin.getByLabel('День').fill('31');
    await admin.getByLabel('Видимость').fill('Вся страна');
    await admin.getByRole('button', { name: 'Добавить', exact: true }).click();
    await seen(admin.getByRole('heading', { name: 'Парад планет над Рыбинском' }));
    await anna.page.goto('/events');
    await seen(anna.page.getByRole('heading', { name: 'Парад планет над Рыбинском' }));
    await anna.page.goto('/home');
    await seen(anna.page.getByRole('complementary').getByRole('link', { name: 'События' }));
    await anna.page.getByRole('complementary').getByRole('link', { name: 'События' }).click();
    await anna.page.waitForURL('**/events', TIMEOUT_MS);
    await seen(anna.page.getByRole('heading', { name: 'Парад планет над Рыбинском' }));
    expect(await anna.page.getByRole('heading', { level: 2 }).allTextContents()).toContain(
      'Парад планет над Рыбинском',
    );
  });

  test('answers a support message, and the email arrives', async () => {
    await call(anna, 'POST', '/admin/sendmessage', { message: 'Куда пропала моя черепаха?' });
    await part('Обращения');
    const email = admin.getByRole('listitem').filter({ hasText: 'Куда пропала моя черепаха?' });
    await email.getByRole('button', { name: 'Ответить' }).click();
    await email.getByRole('textbox').fill('RESPA-TURTLE-42: черепаха нашлась');
    await email.getByRole('button', { name: 'Отправить письмо' }).click();
    await gone(email);
    await expect.poll(() => mailsTo(anna.email), TIMEOUT_MS).toContain('RESPA-TURTLE-42');
    await admin.getByRole('tab', { name: 'С ответом' }).click();
    await seen(admin.getByText('RESPA-TURTLE-42: черепаха нашлась'));
  });

  test('takes a post down, and the author reads why', async () => {
    const { posts } = await call<{ posts: unknown[] }>(anna, 'GET', `/posts/${anna.id}/1/0`);
    expect(posts).toEqual([]);
    await anna.page.goto('/createpost');
    await anna.page.getByRole('textbox').first().fill('Куплю голоса за мой клан');
    await anna.page
      .getByRole('button', { name: /Опубликовать|Создать/ })
      .first()
      .click();
    await anna.page.waitForURL((url) => !url.pathname.includes('createpost'), TIMEOUT_MS);
    const {
      posts: [post],
    } = await call<{ posts: { _id: string }[] }>(anna, 'GET', `/posts/${anna.id}/1/0`);
    await boris.page.goto('/home');
    await call(boris, 'POST', '/report', {
      kind: 'userpost',
      id: post!._id,
      reason: 'fraud',
      text: 'Это нечестно',
    });
    await anna.page.goto('/notifications');
    await part('Жалобы');
    const reported = admin
      .getByRole('listitem')
      .filter({ has: admin.getByRole('heading', { name: 'Пост' }) })
      .filter({ hasText: 'Куплю голоса за мой клан' });
    await seen(reported.filter({ hasText: 'Это нечестно' }));
    await reported.getByRole('button', { name: 'Удалить: Пост' }).click();
    const window = admin.getByRole('dialog');
    expect(await window.getByLabel('Причина').inputValue()).toBe('Обман, мошенничество');
    await window.getByRole('button', { name: 'Удалить' }).click();
    await gone(reported);
    const notice = anna.page.getByRole('listitem').filter({ hasText: 'Удалено администрацией' });
    await seen(
      notice.filter({
        hasText:
          'Удалено администрацией: пост «Куплю голоса за мой клан». Причина: Обман, мошенничество',
      }),
    );
    await notice.getByRole('link').click();
    await anna.page.waitForURL('**/support', TIMEOUT_MS);
  });

  test('suspends a member with an open conversation: the stream is closed, and the login says why', async () => {
    const { room } = await call<{ room: { _id: string } }>(boris, 'GET', `/create-room/${anna.id}`);
    await boris.page.goto(`/messages/${room._id}`);
    await seen(boris.page.getByRole('textbox', { name: /сообщение/i }));
    await part('Участники');
    await admin.getByRole('searchbox', { name: 'Поиск участников' }).fill('Несносный');
    await admin.getByRole('button', { name: 'Заблокировать: Борис Несносный' }).click();
    const window = admin.getByRole('dialog');
    await window.getByRole('button', { name: 'Заблокировать' }).click();
    await seen(window.getByText('Укажите причину'));
    await window.getByLabel('Причина').fill('Грубит в переписке');
    await window.getByRole('button', { name: 'Заблокировать' }).click();
    await boris.page.waitForURL('**/login', TIMEOUT_MS);
    await seen(admin.getByText(/заблокирован\(а\) до .*: Грубит в переписке/));

    await boris.page.getByLabel('Почта').fill(boris.email);
    await boris.page.getByLabel('Пароль', { exact: false }).first().fill(PASSWORD);
    await boris.page.getByRole('button', { name: 'Войти', exact: true }).click();
    await seen(
      boris.page
        .getByRole('alert')
        .filter({ hasText: /Ваша страница заблокирована до .* Причина: Грубит в переписке/ }),
    );
    await anna.page.goto(`/user/${boris.id}`);
    await seen(anna.page.getByText('Страница заблокирована'));

    await admin.getByRole('button', { name: 'Снять блокировку: Борис Несносный' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Снять' }).click();
    await seen(admin.getByRole('button', { name: 'Заблокировать: Борис Несносный' }));
    await boris.page.getByRole('button', { name: 'Войти', exact: true }).click();
    await boris.page.waitForURL(/\/(home|messages\/)/, TIMEOUT_MS);

    await part('Журнал');
    const log = admin.getByRole('listitem');
    for (const act of [
      'Блокировка снята',
      'Заблокирован участник',
      'Удалено: пост',
      'Ответ на обращение',
      'Событие добавлено',
    ])
      await seen(log.filter({ hasText: act }).first());
    expect(await log.filter({ hasText: 'Грубит в переписке' }).count()).toBe(1);
  });

  test('closes the panel to a sign-in without a second factor on a public site, says why and links to the settings', async () => {
    await world.stopServer();
    await world.startServer({ PUBLIC_URL: 'https://respa.example' });
    await admin.goto('/admin/reports');
    await seen(
      admin.getByText(
        'Включите двухфакторную защиту в настройках: без неё кабинет администратора закрыт.',
      ),
    );
    expect(await admin.getByRole('navigation', { name: 'Кабинет администратора' }).count()).toBe(0);
    await admin.getByRole('link', { name: 'Открыть настройки' }).click();
    await admin.waitForURL('**/settings/security', TIMEOUT_MS);
    await seen(admin.getByRole('heading', { name: 'Двухфакторная защита' }));
  });
});
