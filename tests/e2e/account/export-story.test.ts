import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unzip } from '../../support/files/unzip.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
describe.skipIf(!isBrowserHere)('the data archive', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true });
  });
  afterAll(() => world.close());

  test("is requested, downloaded and deleted; the member's other page follows without a reload", async () => {
    const context = await world.newContext();
    const id = await world.enterDemo(context);
    const [page, other] = [await context.newPage(), await context.newPage()];
    for (const each of [page, other]) {
      await each.goto('/settings/data');
      await each.getByRole('button', { name: 'Скачать мои данные' }).waitFor();
    }
    await page.getByRole('button', { name: 'Скачать мои данные' }).click();
    const link = page.getByRole('link', { name: /^Скачать архив \([\d,]+\s[КМ]Б\)$/ });
    await link.waitFor();
    await page.getByText(/^Архив готов\. Он исчезнет завтра в \d\d:\d\d\.$/).waitFor();
    await other.getByRole('link', { name: /^Скачать архив/ }).waitFor();

    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^respa-\d{4}-\d\d-\d\d\.zip$/);
    const files = await unzip(await readFile(await download.path()));
    expect(JSON.parse(files.get('profile.json')!.toString())).toMatchObject({
      id,
      email: 'kornilov@demo.respa',
    });
    expect(JSON.parse(files.get('posts.json')!.toString())).not.toEqual([]);
    expect([...files.keys()].some((name) => name.startsWith('media/'))).toBe(true);

    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByText('Архив удалён').waitFor();
    for (const each of [page, other])
      await each.getByRole('button', { name: 'Скачать мои данные' }).waitFor();
  });
});
