import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { enterAs, field } from '../support/browser/dialog-page.ts';
import {
  callBar,
  countConnections,
  endVoice,
  enterVoice,
  hears,
  hearsNothing,
  inVoice,
  watchVoice,
} from '../support/browser/voice-page.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';
import { patient } from '../support/patience.ts';

/** What the added script keeps in a page. */
type Kept = {
  microphones: MediaStreamTrack[];
  refused: string | null;
  release: (() => void) | undefined;
};
let world: World;
const entered: Awaited<ReturnType<typeof enterAs>>[] = [];
async function enter(login: string, isBare = false) {
  const one = await enterAs(world, login);
  entered.push(one);
  await watchVoice(one.context);
  await one.context.addInitScript((isWithoutWorklets) => {
    const kept: Kept = { microphones: [], refused: null, release: undefined };
    Object.assign(window, kept);
    const page = window as unknown as Kept & { holdsMicrophone?: boolean };
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      if (page.holdsMicrophone === true)
        await new Promise<void>((done) => {
          page.release = done;
        });
      if (page.refused !== null) throw new DOMException('', page.refused);
      const stream = await open(wanted);
      page.microphones.push(...stream.getAudioTracks());
      return stream;
    };
    if (isWithoutWorklets)
      Object.defineProperty(BaseAudioContext.prototype, 'audioWorklet', { value: undefined });
  }, isBare);
  return one;
}
const incoming = (page: Page) => page.getByRole('alertdialog', { name: 'Звонит Алексей Корнилов' });
async function openRoom(page: Page, name: string): Promise<void> {
  await page.goto('/messages');
  await page.getByRole('listitem').getByRole('link').filter({ hasText: name }).first().click();
  await page.waitForURL(/\/(messages|chat)\/./);
}
const group = 'Дракон, берегись';
const WITH_MICROPHONE = /^Алексей Корнилов(, говорит)?$/;
const button = (page: Page, name: string) => callBar(page).getByRole('button', { name });
const refuse = (page: Page, name: string | null) =>
  page.evaluate((refused) => {
    (window as unknown as Kept).refused = refused;
  }, name);
/** Counts the joins that a page asks for. */
function countJoins(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/join') && request.method() === 'POST') count += 1;
  });
  return () => count;
}
/** Returns the process that forwards the voice of this world's server. */
function findVoiceProcess(): number {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  // The process itself has none of the server's settings.
  const parentOf = (pid: string) => /^PPid:\s*(\d+)/m.exec(read(pid, 'status'))?.[1] ?? '';
  const found = readdirSync('/proc').find(
    (pid) =>
      /^\d+$/.test(pid) &&
      read(pid, 'cmdline').includes('voice-process') &&
      read(parentOf(pid), 'environ').includes(`DATA_DIR=${world.folder}/data`),
  );
  return Number(found);
}

describe.skipIf(!isBrowserHere)('a call in trouble', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() =>
    endVoice(
      world,
      entered.splice(0).map(({ page }) => page),
    ),
  );
  afterAll(() => world.close());

  test('a button pressed twice enters once, and an answered call does not ring while it connects', async () => {
    const [alexey, sonya] = [await enter('kornilov'), await enter('guy')];
    await sonya.page.goto('/home');
    await openRoom(alexey.page, 'Соня Гай');
    const joins = countJoins(alexey.page);
    await alexey.page.getByRole('button', { name: 'Позвонить' }).evaluate((call: HTMLElement) => {
      call.click();
      call.click();
    });
    await incoming(sonya.page).waitFor();
    await callBar(alexey.page).getByText('Звоним…').waitFor();
    expect(joins()).toBe(1);

    // The browser asks for the microphone, and the call does not ring on meanwhile.
    await sonya.page.evaluate(() => Object.assign(window, { holdsMicrophone: true }));
    await incoming(sonya.page).getByRole('button', { name: 'Ответить' }).click();
    await callBar(sonya.page).getByText('Соединение…').waitFor();
    await sonya.page.waitForFunction(() => (window as unknown as Kept).release !== undefined);
    expect(await incoming(sonya.page).count()).toBe(0);

    // The caller gives up at this moment, and is not called back.
    await button(alexey.page, 'Выйти из голосовой комнаты').click();
    await callBar(alexey.page).waitFor({ state: 'detached' });
    await sonya.page.evaluate(() => (window as unknown as Kept).release!());
    await sonya.page.getByText('Звонок уже закончился.').waitFor();
    await callBar(sonya.page).waitFor({ state: 'detached' });
    expect(await alexey.page.getByRole('alertdialog').count()).toBe(0);
  });

  test('a microphone that is unplugged is replaced, or missed until one is there again', async () => {
    const [alexey, sonya] = [await enter('kornilov'), await enter('guy')];
    for (const { page } of [alexey, sonya]) {
      await openRoom(page, group);
      await enterVoice(page);
    }
    await hears(sonya.page);
    const unplug = () =>
      alexey.page.evaluate(() => {
        for (const track of (window as unknown as Kept).microphones.splice(0)) {
          track.stop();
          track.dispatchEvent(new Event('ended'));
        }
      });
    await unplug();
    await alexey.page.waitForFunction(
      () => (window as unknown as Kept).microphones.at(-1)?.readyState === 'live',
    );
    await hears(sonya.page);
    await refuse(alexey.page, 'NotFoundError');
    await unplug();
    await callBar(alexey.page).getByText('Вас не слышно: нет микрофона').waitFor();
    await inVoice(sonya.page).getByTitle('Алексей Корнилов, микрофон выключен').waitFor();
    await hearsNothing(sonya.page);
    expect(await inVoice(sonya.page).getByRole('listitem').count()).toBe(2);
    await refuse(alexey.page, null);
    await alexey.page.evaluate(() =>
      navigator.mediaDevices.dispatchEvent(new Event('devicechange')),
    );
    await inVoice(sonya.page).getByTitle(WITH_MICROPHONE).waitFor();
    await hears(sonya.page);
  });

  test('Alt+M mutes also while a message is written, and the server learns it after a failure', async () => {
    const [alexey, sonya] = [await enter('kornilov'), await enter('guy')];
    for (const { page } of [alexey, sonya]) {
      await openRoom(page, group);
      await enterVoice(page);
    }
    let failed = 0;
    await alexey.page.route('**/api/voice/*/me', async (route) => {
      if (failed > 0) return route.continue();
      failed += 1;
      return route.abort();
    });
    await field(alexey.page).focus();
    await alexey.page.keyboard.press('Alt+KeyM');
    await button(alexey.page, 'Включить микрофон').waitFor();
    await inVoice(sonya.page)
      .getByTitle('Алексей Корнилов, микрофон выключен')
      .waitFor({ timeout: patient(10_000) });
    expect(failed).toBe(1);
    // Pressed faster than the server answers, the last one counts.
    for (let time = 0; time < 5; time += 1) await alexey.page.keyboard.press('Alt+KeyM');
    await button(alexey.page, 'Выключить микрофон').waitFor();
    await inVoice(sonya.page).getByTitle(WITH_MICROPHONE).waitFor();
    await hears(sonya.page);
  });

  test('without audio worklets, a held key is heard only while the microphone is on', async () => {
    const [alexey, sonya] = [await enter('kornilov', true), await enter('guy')];
    await openRoom(sonya.page, group);
    await enterVoice(sonya.page);
    await openRoom(alexey.page, group);
    await alexey.page.evaluate((id) => {
      const chosen = JSON.stringify({ isByVoice: false, heldKey: 'F8' });
      localStorage.setItem(`respa.voice-choices.${id}`, chosen);
    }, alexey.caller.id);
    await alexey.page.reload();
    await enterVoice(alexey.page);
    const isOn = () =>
      alexey.page.evaluate(() => (window as unknown as Kept).microphones.at(-1)?.enabled);
    await expect.poll(isOn, { timeout: patient(10_000) }).toBe(false);
    await alexey.page.keyboard.down('F8');
    expect(await isOn()).toBe(true);
    await hears(sonya.page);
    await alexey.page.keyboard.up('F8');
    expect(await isOn()).toBe(false);
    await button(alexey.page, 'Выключить микрофон').click();
    await alexey.page.keyboard.down('F8');
    expect(await isOn()).toBe(false);
    await alexey.page.keyboard.up('F8');
    // A window that loses the focus does not learn that the key was released.
    await button(alexey.page, 'Включить микрофон').click();
    await alexey.page.keyboard.down('F8');
    await alexey.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    expect(await isOn()).toBe(false);
  });

  test('everyone hears the others soon after the process that forwards voice was killed', async () => {
    const [alexey, sonya] = [await enter('kornilov'), await enter('guy')];
    for (const { page } of [alexey, sonya]) {
      await openRoom(page, group);
      await enterVoice(page);
    }
    await Promise.all([hears(alexey.page), hears(sonya.page)]);
    await button(sonya.page, 'Выключить микрофон').click();
    await inVoice(alexey.page).getByTitle('Соня Гай, микрофон выключен').waitFor();
    const before = await countConnections(sonya.page);
    process.kill(findVoiceProcess(), 'SIGKILL');
    const began = performance.now();
    await expect.poll(() => countConnections(sonya.page)).toBeGreaterThan(before);
    await callBar(sonya.page)
      .getByText('Связь прервалась, соединяем снова…')
      .waitFor({ state: 'hidden' });
    await hears(sonya.page);
    expect(performance.now() - began).toBeLessThan(patient(8_000));
    await inVoice(alexey.page).getByTitle('Соня Гай, микрофон выключен').waitFor();
  });

  test('signing out in another tab ends the call, and nothing of it is left for the next member', async () => {
    const [alexey, sonya] = [await enter('kornilov'), await enter('guy')];
    for (const { page } of [alexey, sonya]) {
      await openRoom(page, group);
      await enterVoice(page);
    }
    await hears(sonya.page);
    const path = new URL(alexey.page.url()).pathname;
    const tab = await alexey.context.newPage();
    await tab.goto('/settings');
    const next = await world.demoSession('sol@demo.respa');
    await tab.evaluate(
      (kept) => localStorage.setItem('respa.session', kept),
      JSON.stringify({ ...next, activated: true }),
    );
    await alexey.page.waitForURL('**/home');
    await hearsNothing(sonya.page);
    await alexey.page.goto(path);
    await alexey.page.getByRole('button', { name: 'Войти в голосовую комнату' }).waitFor();
    expect(await callBar(alexey.page).count()).toBe(0);
    expect(await inVoice(sonya.page).getByRole('listitem').count()).toBe(1);
  });
});
