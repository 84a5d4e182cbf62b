import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import type { Caller } from '../support/driver.ts';
import { createContext } from '../support/browser/shared-browser.ts';
import {
  callBar,
  countConnections,
  enterVoice,
  hears,
  hearsNothing,
  watchVoice,
} from '../support/browser/voice-page.ts';
import { isBrowserHere, keepSession } from '../support/browser/world.ts';
import { patient } from '../support/patience.ts';
import { befriend, makeGroup } from '../support/members/group-chats.ts';
import { REDIS_PATH, startPair, type Pair } from './two-instances.ts';

describe.skipIf(!isBrowserHere || REDIS_PATH === undefined)('a voice room of two servers', () => {
  let pair: Pair;
  let group: string;
  let [anna, boris, vera]: Caller[] = [];
  beforeAll(async () => {
    pair = await startPair({ VOICE_PORT: '0' });
    [anna, boris, vera] = [
      await pair.join('Анна'),
      await pair.join('Борис'),
      await pair.join('Вера'),
    ];
    await befriend(anna!, boris!, vera!);
    group = await makeGroup(anna!, 'Рейд', boris!, vera!);
  });
  afterAll(() => pair.stop());

  async function enterAt({ port }: { port: number }, who: Caller): Promise<Page> {
    const context = await createContext(`http://localhost:${port}`);
    await watchVoice(context);
    await keepSession(context, who);
    const page = await context.newPage();
    await page.goto(`/chat/${group}`);
    await enterVoice(page);
    return page;
  }

  test('goes on when the server that hosts it is killed', async () => {
    const first = await enterAt(pair.first, anna!);
    const [second, third] = [await enterAt(pair.second, boris!), await enterAt(pair.second, vera!)];
    for (const page of [first, second, third]) await hears(page);
    const isAlone = callBar(second).getByText('Пока здесь только вы');
    const before = await countConnections(second);

    await pair.first.kill();
    // Those at the other server connect again by themselves.
    await expect
      .poll(() => countConnections(second), { timeout: patient(30_000) })
      .toBeGreaterThan(before);
    await callBar(second).getByText('Связь прервалась').waitFor({ state: 'hidden' });
    for (const page of [second, third]) await hears(page);
    expect(await isAlone.count()).toBe(0);

    for (const page of [second, third])
      await callBar(page).getByRole('button', { name: 'Выключить микрофон' }).click();
    await hearsNothing(second);
    for (const page of [first, second, third]) await page.context().close();
  });
});
