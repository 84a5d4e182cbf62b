import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { VOICE } from '@respa/contract/limits';
import { closeBrowser } from '../support/browser/shared-browser.ts';
import {
  callBar,
  enterVoice,
  hears,
  hearsNothing,
  watchVoice,
} from '../support/browser/voice-page.ts';
import { isBrowserHere, keepSession, World } from '../support/browser/world.ts';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { befriend, makeGroup } from '../support/members/group-chats.ts';
import { fillRoom } from '../support/voice/fill-room.ts';

let app: TestApp;
let world: World;
let roomId: string;
let [anna, boris]: Caller[] = [];
async function openRoom(who: Caller): Promise<Page> {
  const context = await world.newContext();
  await watchVoice(context);
  await keepSession(context, who);
  const page = await context.newPage();
  await page.goto(`/chat/${roomId}`);
  return page;
}
const button = (page: Page, name: string) => callBar(page).getByRole('button', { name });

describe.skipIf(!isBrowserHere)('a voice room in which everyone who may speak is there', () => {
  beforeAll(async () => {
    app = await startTestApp();
    world = World.at(app.url);
    [anna, boris] = [await app.join('Анна', 'Ветрова'), await app.join('Борис', 'Лунёв')];
    await befriend(anna, boris);
    roomId = await makeGroup(anna, 'Рейд', boris);
  });
  afterAll(async () => {
    await world?.close();
    await closeBrowser();
    await app?.stop();
  });

  test('offers to listen, and lets the listener speak once there is a place', async () => {
    const speaker = await openRoom(anna!);
    await enterVoice(speaker);
    await fillRoom(app, {
      roomId,
      count: VOICE.members - 1,
      isListener: false,
      firstNumber: 10,
    });
    const listener = await openRoom(boris!);
    const question = listener.getByRole('dialog', { name: 'Войти слушателем?' });
    const enter = listener.getByRole('button', { name: 'Войти в голосовую комнату' });
    await enter.click();
    await question.getByRole('button', { name: 'Отмена' }).click();
    await callBar(listener).waitFor({ state: 'hidden' });
    await enter.click();
    await question.getByRole('button', { name: 'Слушать' }).click();
    await callBar(listener).getByText('Вы слушаете').waitFor();
    await hears(listener);
    await hearsNothing(speaker);

    await button(listener, 'Включить микрофон').click();
    await listener.getByText('Мест для тех, кто говорит, пока нет.').waitFor();
    await hears(listener);
    await app.server.context.db.deleteFrom('voice_members').where('number', '=', 10).execute();
    await button(listener, 'Включить микрофон').click();
    await button(listener, 'Выключить микрофон').waitFor();
    await hears(speaker);
    expect(await callBar(listener).getByText('Вы слушаете').count()).toBe(0);
  });
});
