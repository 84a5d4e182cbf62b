import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContext, Page } from '@playwright/test';
import { enterAs } from '../support/browser/dialog-page.ts';
import { callBar, hears, inVoice, watchVoice } from '../support/browser/voice-page.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';
import { patient } from '../support/patience.ts';

let world: World;
/** Lets pages of a context reach the server's port for voice over these protocols only. */
const allow = (context: BrowserContext, protocols: string) =>
  context.addInitScript((allowed) => {
    const original = RTCPeerConnection.prototype.setRemoteDescription as (
      description: RTCSessionDescriptionInit,
    ) => Promise<void>;
    RTCPeerConnection.prototype.setRemoteDescription = function filter(
      this: RTCPeerConnection,
      { type, sdp = '' }: RTCSessionDescriptionInit,
    ) {
      const isLet = (line: string) =>
        !line.startsWith('a=candidate') || new RegExp(` (?:${allowed}) `).test(line);
      return original.call(this, { type, sdp: sdp.split('\r\n').filter(isLet).join('\r\n') });
    } as typeof original;
  }, protocols);
async function enter(login: string, protocols?: string) {
  const entered = await enterAs(world, login);
  await watchVoice(entered.context);
  if (protocols !== undefined) await allow(entered.context, protocols);
  return entered.page;
}
async function openGroup(page: Page): Promise<void> {
  await page.goto('/messages');
  await page
    .getByRole('listitem')
    .getByRole('link')
    .filter({ hasText: 'Дракон, берегись' })
    .first()
    .click();
  await page.waitForURL('**/chat/**');
}
async function join(page: Page): Promise<void> {
  await openGroup(page);
  await page.getByRole('button', { name: 'Войти в голосовую комнату' }).click();
  await callBar(page)
    .getByText('Соединение…')
    .waitFor({ state: 'hidden', timeout: patient(20_000) });
  await callBar(page).getByRole('button', { name: 'Выключить микрофон' }).waitFor();
}

describe.skipIf(!isBrowserHere)('a network that lets no voice through', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('without UDP, and without TCP too, members hear each other', async () => {
    const [free, tcp, walled] = [
      await enter('kornilov'),
      await enter('guy', 'TCP'),
      await enter('sol', 'none'),
    ];
    await join(free);
    await join(tcp);
    await Promise.all([free, tcp].map(hears));
    expect(await callBar(tcp).getByText('через сайт', { exact: true }).count()).toBe(0);
    for (const page of [free, tcp])
      await callBar(page).getByRole('button', { name: 'Выключить микрофон' }).click();

    await join(walled);
    await callBar(walled).getByText('через сайт', { exact: true }).waitFor();
    // Only who comes through the site speaks.
    await Promise.all([free, tcp].map(hears));
    await callBar(walled).getByRole('button', { name: 'Выключить микрофон' }).click();
    await callBar(tcp).getByRole('button', { name: 'Включить микрофон' }).click();
    await hears(walled);

    // The sound off is off there too, and comes back.
    await callBar(walled).getByRole('button', { name: 'Выключить звук' }).click();
    await hears(free);
    await callBar(walled).getByRole('button', { name: 'Включить звук' }).click();
    await hears(walled);
    expect(await inVoice(free).getByRole('listitem').count()).toBe(3);

    // Who closes the page is missed at once.
    await walled.close();
    await expect
      .poll(() => inVoice(free).getByRole('listitem').count(), { timeout: patient(5_000) })
      .toBe(2);
  });

  test('a browser that cannot send voice through the site says what to do', async () => {
    const { page, context } = await enterAs(world, 'vetrova');
    await allow(context, 'none');
    await context.addInitScript(() => Reflect.deleteProperty(window, 'AudioEncoder'));
    await openGroup(page);
    await page.getByRole('button', { name: 'Войти в голосовую комнату' }).click();
    await page
      .getByText('браузер не умеет передавать его через сайт')
      .waitFor({ timeout: patient(20_000) });
    await expect.poll(() => callBar(page).count(), { timeout: patient(5_000) }).toBe(0);
  });
});
