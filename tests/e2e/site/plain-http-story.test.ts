import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { bubble, enterAs, field, write } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, keepSession, World } from '../../support/browser/world.ts';

// Another machine of a home network opens the site by plain http: browsers have no locks between
// tabs, no random UUIDs, no clipboard and no microphone there.
describe.skipIf(!isBrowserHere)('a page that is not secure', () => {
  let world: World;
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterAll(() => world.close());

  test('shows what arrives in all tabs, sends once, and explains the missing microphone', async () => {
    const { token, userId: id } = await world.demoSession('kornilov@demo.respa');
    const context = await world.newContext({ baseURL: `http://home.respa.test:${world.port}` });
    await keepSession(context, { id, token });
    const [first, second] = [await context.newPage(), await context.newPage()];
    const sonya = await enterAs(world, 'guy');
    await sonya.page.goto('/messages');
    await sonya.page
      .getByRole('listitem')
      .getByRole('link')
      .filter({ hasText: 'Алексей Корнилов' })
      .first()
      .click();
    await sonya.page.waitForURL('**/messages/**');
    const { pathname } = new URL(sonya.page.url());

    const open = async (page: Page) => {
      await page.goto(pathname);
      await field(page).waitFor();
    };
    await open(first);
    expect(await first.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([
      false,
      false,
    ]);
    await open(second);
    await write(sonya.page, 'Слышно по простому адресу?');
    await bubble(first, 'Слышно по простому адресу?').waitFor();
    await bubble(second, 'Слышно по простому адресу?').waitFor();
    await write(first, 'Слышно.');
    for (const page of [sonya.page, second]) await bubble(page, 'Слышно.').waitFor();
    expect(await bubble(sonya.page, 'Слышно.').count()).toBe(1);

    // The tab that read the stream is closed: the other one goes on.
    await second.close();
    await write(sonya.page, 'А теперь?');
    await bubble(first, 'А теперь?').waitFor();
    await first.getByRole('button', { name: 'Позвонить' }).click();
    await first.getByText(/^Браузер даёт микрофон только защищённым страницам/).waitFor();
  });
});
