import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { inspectVoice } from '../../../packages/server/src/features/media/videos/audio.ts';
import { readRoom, roomOf } from '../../support/members/conversations.ts';
import {
  bubble,
  callAs,
  choosePictures,
  enterAs,
  field,
  goTo,
  log,
  write,
} from '../../support/browser/dialog-page.ts';
import { ENGINES } from '../../support/browser/engines.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
let picture: Buffer;
/** The first recorded voice message, as the server stores it. */
let heard: { file: string; bytes: Buffer; seconds: number };
const enter = (login: string) => enterAs(world, login);
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
/** Describes a picture of the form by its place. */
async function describePicture(page: Page, place: number, alt: string): Promise<void> {
  await page.getByRole('button', { name: `Описание: картинка ${place} из` }).click();
  const dialog = page.getByRole('dialog', { name: 'Описание картинки' });
  await dialog.getByRole('textbox', { name: 'Описание' }).fill(alt);
  await button(dialog, 'Готово').click();
  await dialog.waitFor({ state: 'detached' });
}
const voices = (page: Page) => log(page).getByRole('group', { name: /^Голосовое сообщение/ });
const stateOf = (voice: Locator) => voice.getAttribute('data-voice');
/** Records for `seconds`; the browser's fake device beeps. */
async function speak(page: Page, seconds: number): Promise<void> {
  await button(page, 'Записать голосовое сообщение').click();
  await page
    .getByRole('timer')
    .getByText(new RegExp(`0:0[${seconds}-9]`))
    .waitFor();
}

describe.skipIf(!isBrowserHere)('voice messages and unsent media in a conversation', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
    picture = await sharp({
      create: { width: 600, height: 400, channels: 3, background: '#2b4a86' },
    })
      .png()
      .toBuffer();
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('a voice message is recorded, previewed, sent with a waveform, and the next one plays after it', async () => {
    const [marina, timur] = [await enter('sol'), await enter('akhmetov')];
    const room = await roomOf(marina.caller, timur.caller);
    await Promise.all([goTo(marina.page, room), goTo(timur.page, room)]);
    await speak(marina.page, 1);
    await button(marina.page, 'Удалить запись').click();
    await field(marina.page).waitFor();
    await speak(marina.page, 2);
    await button(marina.page, 'Прослушать').click();
    const draft = marina.page.getByRole('group', { name: 'Ваша запись' });
    await button(draft, 'Слушать').click();
    await expect.poll(() => stateOf(draft)).toBe('playing');
    await button(marina.page, 'Отправить').click();
    await voices(timur.page).first().waitFor();
    await speak(marina.page, 1);
    await button(marina.page, 'Отправить').click();
    await voices(timur.page).nth(1).waitFor();

    const [first] = await readRoom(timur.caller, room);
    expect(first!.peaks.length).toBeGreaterThan(10);
    expect(Math.max(...first!.peaks)).toBe(100);
    expect(first!.audio).toMatch(/\.mp3$/);
    // An MP3 by its own frames, as the server rewrites it, and as long as the recording.
    const file = join(world.folder, 'heard.mp3');
    heard = {
      file,
      bytes: await (await timur.page.request.get(`/media/message-audio/${first!.audio}`)).body(),
      seconds: first!.audioDuration!,
    };
    writeFileSync(file, heard.bytes);
    const { duration } = await inspectVoice({ path: file, filename: 'voice.mp3' });
    expect(duration).toBeGreaterThan(1.8);
    expect(duration).toBeLessThan(10);

    const [one, two] = [voices(timur.page).first(), voices(timur.page).nth(1)];
    await button(one, 'Слушать').click();
    await expect.poll(() => stateOf(one)).toBe('playing');
    await one.getByRole('button', { name: 'Скорость 1×' }).click();
    await one.getByRole('button', { name: 'Скорость 1.5×' }).click();
    await one.getByRole('button', { name: 'Скорость 2×' }).waitFor();
    await one.getByRole('slider').press('End');
    await expect.poll(() => stateOf(two)).toBe('playing');
    expect(await stateOf(one)).toBe('still');
    await expect.poll(() => stateOf(two)).toBe('still');
    const { width, height } = (await two.getByRole('slider').boundingBox())!;
    await two.getByRole('slider').click({ position: { x: width / 2, y: height / 2 } });
    await expect.poll(() => stateOf(two)).toBe('playing');
    await button(two, 'Пауза').click();
    await expect
      .poll(async () => Number(await two.getByRole('slider').getAttribute('aria-valuenow')))
      .toBeGreaterThan(0);
  });

  test('the recording is an MP3, by its codec and its length', ({ skip }) => {
    const ffprobe = process.env['FFPROBE_PATH'];
    skip(ffprobe === undefined, 'нет ffprobe (пакет ffmpeg)');
    const entries = [
      '-show_entries',
      'stream=codec_name,codec_type:format=format_name,duration,nb_streams',
    ];
    const { streams, format } = JSON.parse(
      execFileSync(ffprobe!, ['-v', 'error', ...entries, '-of', 'json', heard.file], {
        encoding: 'utf8',
      }),
    ) as { streams: object[]; format: Record<string, string | number> };
    expect(streams).toEqual([{ codec_name: 'mp3', codec_type: 'audio' }]);
    expect(format).toMatchObject({ format_name: 'mp3', nb_streams: 1 });
    expect(Math.abs(Number(format['duration']) - heard.seconds)).toBeLessThan(0.15);
    expect(heard.seconds).toBeGreaterThan(1.8);
  });

  for (const { name, missing, play } of process.env['RESPA_LONG_TESTS'] === '1' ? ENGINES : []) {
    test(
      `what was recorded is played by ${name}`,
      { timeout: patient(180_000) },
      async ({ skip }) => {
        skip(missing.length > 0, `нет ${missing.join(', ')}`);
        const played = await play(heard.bytes);
        expect(played.error).toBe('');
        expect(played.time).toBeGreaterThan(0.5);
        expect(Math.abs(played.duration - heard.seconds)).toBeLessThan(0.3);
      },
    );
  }

  test('shows an error when the user denies the microphone', async () => {
    const [marina, timur] = [await enter('sol'), await callAs(world, 'akhmetov')];
    await marina.page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await goTo(marina.page, await roomOf(marina.caller, timur));
    await button(marina.page, 'Записать голосовое сообщение').click();
    await marina.page
      .getByRole('alert')
      .getByText('Нет доступа к микрофону. Разрешите его для этого сайта в настройках браузера.')
      .waitFor();
    expect(await field(marina.page).count()).toBe(0);
    await button(marina.page, 'Закрыть').click();
    await field(marina.page).waitFor();
  });

  test('pictures and a voice message written offline survive the tab and are sent once', async () => {
    const [timur, igor] = [await enter('akhmetov'), await enter('lunyov')];
    const room = await roomOf(timur.caller, igor.caller);
    await Promise.all([goTo(timur.page, room), goTo(igor.page, room)]);
    // The recorder is loaded once it was used.
    await speak(timur.page, 1);
    await button(timur.page, 'Удалить запись').click();
    await choosePictures(timur.page, picture, 2);
    await describePicture(timur.page, 2, 'Вход в подземелье');
    await button(timur.page, 'Ближе к началу: картинка 2 из 2').click();
    await timur.context.setOffline(true);
    await write(timur.page, 'Две картинки');
    const news = timur.page
      .getByRole('dialog')
      .filter({ hasText: 'Не удалось отправить сообщение. Возможно, проблема во включенном VPN.' });
    await button(news, 'Понятно').click();
    await news.waitFor({ state: 'detached' });
    await speak(timur.page, 1);
    await button(timur.page, 'Отправить').click();
    const waiting = timur.page.getByRole('img', { name: 'Отправляется' });
    await expect.poll(() => waiting.count()).toBe(2);
    // The dialog is shown once per outage.
    expect(await news.count()).toBe(0);
    await timur.page.reload().catch(() => {});
    await timur.context.setOffline(false);
    await goTo(timur.page, room);
    for (const name of ['Вход в подземелье', /Картинка 2/])
      await bubble(igor.page, 'Две картинки').getByRole('button', { name }).waitFor();
    await voices(igor.page).waitFor();
    await expect.poll(() => waiting.count()).toBe(0);
    expect(
      (await readRoom(igor.caller, room)).map(({ message, images, audio }) => [
        message,
        images.length,
        audio !== null,
      ]),
    ).toEqual([
      ['Две картинки', 2, false],
      ['', 0, true],
    ]);
    expect(
      await timur.page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('respa.outbox')),
      ),
    ).toEqual([]);
  });

  test('signing out leaves nothing unsent behind', async () => {
    const [sonya, igor] = [await enter('guy'), await callAs(world, 'lunyov')];
    const { page } = sonya;
    const room = await roomOf(sonya.caller, igor);
    await goTo(page, room);
    let tries = 0;
    await page.route('**/api/new-messages/**', (route) => {
      tries += 1;
      return route.abort();
    });
    await choosePictures(page, picture, 1);
    await write(page, 'Тайна');
    await button(page.getByRole('dialog'), 'Понятно').click();
    const left = () =>
      page.evaluate(async () => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open('respa.outbox', 1);
          request.onupgradeneeded = () => request.result.createObjectStore('files');
          request.onsuccess = () => resolve(request.result);
        });
        const files = await new Promise<number>((resolve) => {
          const request = database.transaction('files').objectStore('files').count();
          request.onsuccess = () => resolve(request.result);
        });
        database.close();
        return [
          Object.values(localStorage).filter((value: string) => value.includes('Тайна')).length,
          files,
        ];
      });
    await expect.poll(left).toEqual([1, 1]);
    // Everything else gets through: a connection that keeps coming back must not cause endless
    // retries.
    await field(page).fill('Ещё');
    await page.goto('/settings');
    const question = page.getByRole('dialog', { name: 'Выйти, не дождавшись отправки?' });
    await button(page, 'Выйти').first().click();
    await question
      .getByText(/^Не отправлено 1\sсообщение\. После выхода оно пропадёт\.$/)
      .waitFor();
    await button(question, 'Отмена').click();
    await question.waitFor({ state: 'detached' });
    expect(await left()).toEqual([1, 1]);
    await button(page, 'Выйти').first().click();
    await button(question, 'Выйти').click();
    await page.waitForURL('**/greeting');
    await expect.poll(() => left().catch(() => 'replaced')).toEqual([0, 0]);
    expect(tries).toBeLessThan(8);
  });
});
