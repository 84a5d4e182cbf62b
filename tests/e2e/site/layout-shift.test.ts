import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyScreen, open, type Screen } from '../../support/browser/every-screen.ts';
import { DEMO_ADMIN, seedFixtures } from '../../support/browser/seed-screens.ts';
import { findSmallTargets } from '../../support/browser/small-targets.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

/** https://web.dev/articles/cls: up to here a page counts as good. */
const MOST = 0.1;
const PARTS = 4;
let world: World;
let screens: Screen[];

describe.skipIf(!isBrowserHere)('layout', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, env: DEMO_ADMIN });
    const context = await world.newContext();
    const me = await world.enterDemo(context);
    await seedFixtures(world, 'kornilov@demo.respa', 2);
    screens = await everyScreen(world, await context.newPage(), me);
    await context.close();
  });
  afterAll(() => world.close());

  test.each(Array.from({ length: PARTS }, (_, part) => part))(
    'no page shifts while it loads on a phone, and its controls fit a finger, part %i',
    { timeout: patient(120_000) },
    async (part) => {
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
      const member = await world.newContext(phone);
      await world.enterDemo(member);
      const visitor = await world.newContext(phone);
      for (const context of [member, visitor])
        await context.addInitScript(() => {
          Object.assign(globalThis, { respaShift: 0 });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
            })[])
              if (!entry.hadRecentInput)
                (globalThis as unknown as { respaShift: number }).respaShift += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
      const pages = { member: await member.newPage(), visitor: await visitor.newPage() };
      const mine = screens.filter((_, index) => index % PARTS === part);
      expect(mine.length).toBeGreaterThan(0);
      const shifted: string[] = [];
      const small: string[] = [];
      for (const screen of mine) {
        const page = screen.isOpen === true ? pages.visitor : pages.member;
        await open(page, screen.path);
        const shift = await page.evaluate(
          () => (globalThis as unknown as { respaShift: number }).respaShift,
        );
        if (shift > MOST) shifted.push(`${screen.name}: ${shift.toFixed(3)}`);
        // The gallery shows parts out of their places.
        if (screen.name !== 'test-page')
          small.push(...(await findSmallTargets(page)).map((line) => `${screen.name}: ${line}`));
      }
      expect(shifted).toEqual([]);
      expect(small).toEqual([]);
    },
  );
});
