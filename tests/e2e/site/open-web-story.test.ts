import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { makeTouch } from '../../support/browser/hands.ts';
import { isBrowserHere, PASSWORD, World } from '../../support/browser/world.ts';
import { playableVideo } from '../../support/files/videos.ts';
import { picture } from '../../support/files/pictures.ts';
import { patient } from '../../support/patience.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** Sends a form as the member of the page. */
const post = (page: Page, path: string, fields: Record<string, string>, files: [string, Blob][]) =>
  Promise.all(
    files.map(async ([slot, blob]) => [
      slot,
      Buffer.from(await blob.arrayBuffer()).toString('base64'),
      blob.type,
    ]),
  ).then((encoded) =>
    page.evaluate(
      async ([url, texts, parts]) => {
        const { token } = JSON.parse(localStorage.getItem('respa.session')!) as { token: string };
        const form = new FormData();
        for (const [name, value] of Object.entries(texts)) form.append(name, value);
        for (const [slot, bytes, type] of parts)
          form.append(
            slot!,
            new Blob([Uint8Array.from(atob(bytes!), (sign) => sign.charCodeAt(0))], {
              type: type!,
            }),
            'file',
          );
        const answer = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
          body: form,
        });
        return (await answer.json()) as Record<string, { _id: string }>;
      },
      [`/api${path}`, fields, encoded] as const,
    ),
  );

let world: World;
describe.skipIf(!isBrowserHere)('a visitor from a search', () => {
  beforeAll(async () => {
    // The frames of the video are made up: an encoder would refuse them.
    world = await new World().open({ limits: false, env: { FFMPEG: 'off' } });
  });
  afterAll(() => world.close());

  test(
    'opens a community, reads it, joins, and comes back to it as a member',
    { timeout: patient(120_000) },
    async () => {
      const { page: owner } = await world.join('Анна', 'Основательница');
      // A new community is open to everyone unless its creator chooses otherwise.
      await owner.goto('/createpublic');
      await owner.getByLabel('Название').fill('Рейды по средам');
      expect(await owner.getByLabel('Кто читает').inputValue()).toBe('all');
      await owner.getByRole('button', { name: 'Создать группу' }).click();
      await owner.waitForURL('**/publics');
      await owner
        .getByRole('link', { name: /Рейды по средам/ })
        .first()
        .click();
      await owner.waitForURL('**/public/*');
      const place = new URL(owner.url()).pathname;
      const { post: article } = await post(
        owner,
        `/public/createpost/${place.split('/').at(-1)!}`,
        { title: 'Сбор в девять', text: 'Берите зелья и не опаздывайте.' },
        [['file', await picture()]],
      );

      const hands = makeTouch(await (await world.newContext(PHONE)).newPage());
      const { page, press, write } = hands;
      await page.goto(place);
      await page.getByRole('heading', { name: 'Рейды по средам' }).waitFor();
      await page.getByText('Берите зелья и не опаздывайте.').waitFor();
      expect(await page.title()).toBe('Рейды по средам — Респа');
      // Nothing reaches out of a narrow screen.
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          `${width} px`,
        ).toBeLessThanOrEqual(0);
      }
      await press(page.locator(`a[href="/publicpost/${article!._id}"]`).first());
      await page.waitForURL('**/publicpost/*');
      await page.getByRole('heading', { name: 'Комментарии' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Рейды по средам' }).waitFor();

      await press(page.getByRole('link', { name: 'Подписаться' }));
      await page.waitForURL('**/register');
      const email = `${crypto.randomUUID()}@respa.test`;
      await write(page.getByLabel('Имя'), 'Борис');
      await write(page.getByLabel('Фамилия'), 'Новичков');
      await write(page.getByLabel('Дата рождения'), '05.11.2001');
      await write(page.getByLabel('Почта'), email);
      await write(page.getByLabel('Пароль', { exact: false }).first(), PASSWORD);
      await write(page.getByLabel('Пароль ещё раз'), PASSWORD);
      await press(page.getByRole('button', { name: 'Зарегистрироваться' }));
      await page.getByText('Осталось подтвердить почту').waitFor();
      await page.goto(await world.mailedLink(email, 'activate'));
      await press(page.getByRole('button', { name: 'Подтвердить почту' }));
      await page.waitForURL(`**${place}`);
      await press(page.getByRole('button', { name: /^Подписаться/ }));
      await page.getByText('Вы подписались').waitFor();
      await page.getByText('Берите зелья и не опаздывайте.').waitFor();
    },
  );

  test('reads an open wall and a post of it, and nothing that is for friends', async () => {
    const { page: author, id } = await world.join('Глеб', 'Открытый');
    await author.goto('/home');
    const write = async (title: string, audience: string) =>
      (await post(author, '/createuserpost', { title, audience }, []))['post']!;
    const [shown, hidden] = [await write('Всем привет', 'all'), await write('Друзьям', 'friends')];
    const page = await (await world.newContext()).newPage();
    await page.goto(`/user/${id}`);
    await page.getByText('Всем привет').waitFor();
    await page.locator(`a[href="/userpost/${shown._id}"]`).click();
    await page.waitForURL(`**/userpost/${shown._id}`);
    await page.getByText('Всем привет').waitFor();
    await expect.poll(() => page.title()).toBe('Пост, Глеб Открытый — Респа');
    await page.goto(`/userpost/${hidden._id}`);
    await page.getByText('Страница не найдена').last().waitFor();
  });

  test('watches an open video, also on another site, and is asked to sign in to the rest', async () => {
    const { page: author } = await world.join('Вера', 'Режиссёрова');
    await author.goto('/home');
    const { channel } = await post(author, '/videohost/channels/create', { name: 'Клипы' }, []);
    const make = async (title: string, audience: string) =>
      (
        await post(author, '/videohost/videos/create', { title, audience }, [
          ['video', await playableVideo()],
          ['preview', await picture()],
        ])
      )['video']!;
    const [shown, hidden] = [await make('Лучшее', 'open'), await make('Для своих', 'all')];
    const page = await (await world.newContext()).newPage();
    await page.goto(`/video/${shown._id}`);
    await page.getByRole('group', { name: 'Видео: Лучшее' }).waitFor();
    await page.getByRole('link', { name: /Клипы/ }).click();
    await page.waitForURL(`**/videohost/channel/${channel!._id}`);
    await page.getByRole('link', { name: /Лучшее/ }).waitFor();
    expect(await page.getByText('Для своих').count()).toBe(0);

    // The player of other sites plays the file without the site's scripts.
    await page.goto(`/embed/video/${shown._id}`);
    const played = await page.evaluate(async () => {
      const video = document.querySelector('video')!;
      video.preload = 'metadata';
      video.load();
      await new Promise((loaded) => video.addEventListener('loadedmetadata', loaded));
      return [Math.round(video.duration), document.scripts.length];
    });
    expect(played).toEqual([20, 0]);

    await page.goto(`/videohost/video/${hidden._id}`);
    await page.getByText('Страница не найдена').last().waitFor();
    await page.getByRole('link', { name: 'Войти' }).last().click();
    await page.waitForURL('**/login');
  });
});
