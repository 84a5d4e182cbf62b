import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeCrawler } from '../../support/browser/crawler.ts';
import { everyScreen } from '../../support/browser/every-screen.ts';
import { DEMO_ADMIN, seedFixtures } from '../../support/browser/seed-screens.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

/**
 * Everything is pressed once at one width. The long run presses everything on each page and at all
 * widths.
 */
const IS_LONG = process.env['RESPA_LONG_TESTS'] === '1';
const MIDDLE = IS_LONG ? [700] : [];
// A call goes on on every other page, and a sound is not seen; the stories of voice rooms press
// them.
const LEAVING =
  /^(Выйти|Войти в другой профиль|Войти в голосовую комнату|Позвонить|Проверить звук)$/;

let world: World;
describe.skipIf(!isBrowserHere)('every control does something, every link leads to a page', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, env: DEMO_ADMIN });
  });
  afterAll(() => world.close());

  test.concurrent.for([
    { widths: [1280, ...MIDDLE], height: 860, email: 'kornilov@demo.respa' },
    ...(IS_LONG ? [{ widths: [390], height: 844, email: 'sol@demo.respa' }] : []),
  ])(
    'at $widths px',
    { timeout: patient(600_000) },
    async ({ widths, height, email }, { expect }) => {
      const touch = widths[0]! < 500;
      const options = {
        viewport: { width: widths[0]!, height },
        isMobile: touch,
        hasTouch: touch,
        reducedMotion: 'reduce',
      } as const;
      const [outside, inside] = [await world.newContext(options), await world.newContext(options)];
      const me = await world.enterDemo(inside, email);
      await seedFixtures(world, email, 5);
      const page = await inside.newPage();
      // The crawl of the cloud deletes its files.
      const screens = (await everyScreen(world, page, me)).filter(
        ({ name }) => name !== 'cloud-file',
      );
      const visitor = await makeCrawler(await outside.newPage(), {
        me,
        touch,
        widths,
        skip: LEAVING,
      });
      await visitor.walk(screens.filter(({ isOpen }) => isOpen === true));
      await outside.close();
      const member = await makeCrawler(page, {
        me,
        touch,
        widths,
        skip: LEAVING,
        once: !IS_LONG,
      });
      await member.walk(screens.filter(({ isOpen }) => isOpen !== true));
      await inside.close();
      expect([...visitor.problems, ...member.problems]).toEqual([]);
      // Neither crawler skipped everything.
      expect(visitor.presses()).toBeGreaterThan(8);
      expect(member.presses()).toBeGreaterThan(60);
    },
  );
});
