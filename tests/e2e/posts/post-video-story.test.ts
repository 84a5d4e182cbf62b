import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as videohost from '@respa/contract/videohost';
import { Caller } from '../../support/driver.ts';
import { makeVideo } from '../../support/browser/video-maker.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { makeChannel, publish, readVideo } from '../../support/members/channels.ts';

let world: World;
/** Joins the world; returns the page and the member's calls. */
async function join(name: string, surname: string) {
  const { page, id, email } = await world.join(name, surname);
  await page.goto('/home');
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('respa.session')!) as { token: string }).token,
  );
  return { page, id, caller: new Caller(world.url, { token, id, email }) };
}
const postOf = (page: Page) => page.getByRole('article').filter({ hasText: 'Наша победа' });
/** Presses the video of the post and waits until it plays. */
async function play(page: Page): Promise<void> {
  await postOf(page).getByRole('button', { name: 'Смотреть видео: Последний босс' }).click();
  const video = postOf(page).locator('video');
  await expect
    .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(0.2);
}

describe.skipIf(!isBrowserHere)('a video in a post', () => {
  beforeAll(async () => {
    // The video is played as it was sent.
    world = await new World().open({ limits: false, env: { FFMPEG: 'off' } });
  });
  afterAll(() => world.close());

  test('is chosen from the own channel, published, played in the post by others, and follows its audience', async () => {
    const [anna, boris] = [await join('Анна', 'Оператор'), await join('Борис', 'Зритель')];
    const { page } = anna;
    await page.goto(`/user/${anna.id}`);
    await page.getByPlaceholder('Что нового?').fill('Наша победа');
    await page.getByRole('button', { name: 'Добавить видео' }).click();
    const picker = page.getByRole('dialog', { name: 'Видео с моего канала' });
    await picker.getByText('Канала у вас пока нет').waitFor();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });

    await makeChannel(anna.caller, 'Рейды');
    const clip = new File([new Uint8Array(await makeVideo(page))], 'a.mp4', { type: 'video/mp4' });
    const { _id } = await publish(anna.caller, 'Последний босс', { video: clip });
    // What was written is kept through the reload.
    await page.reload();
    await page.getByRole('button', { name: 'Добавить видео' }).click();
    await picker.getByRole('button', { name: 'Последний босс' }).click();
    await picker.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Убрать видео' }).waitFor();
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await play(page);

    await boris.page.goto(`/user/${anna.id}`);
    await play(boris.page);
    await expect.poll(async () => (await readVideo(boris.caller, _id)).views).toBeGreaterThan(0);
    await anna.caller.call(videohost.editVideo, {
      body: { id: _id, title: 'Последний босс', audience: 'friends' },
    });
    await boris.page.reload();
    await postOf(boris.page).getByText('Видео недоступно.').waitFor();
    expect(
      await postOf(boris.page)
        .getByRole('button', { name: /Смотреть видео/ })
        .count(),
    ).toBe(0);
  });
});
