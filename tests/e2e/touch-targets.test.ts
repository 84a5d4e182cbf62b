import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyScreen, open, type Screen } from '../support/browser/every-screen.ts';
import { DEMO_ADMIN, seedFixtures } from '../support/browser/seed-screens.ts';
import { findSmallTargets } from '../support/browser/small-targets.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';
import { patient } from '../support/patience.ts';

const PARTS = 4;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
let world: World;
let screens: Screen[];

describe.skipIf(!isBrowserHere)('controls', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, env: DEMO_ADMIN });
    const context = await world.newContext(PHONE);
    const me = await world.enterDemo(context);
    await seedFixtures(world, 'kornilov@demo.respa', 2);
    // The gallery shows parts out of their places.
    screens = (await everyScreen(world, await context.newPage(), me)).filter(
      ({ name }) => name !== 'test-page',
    );
    await context.close();
  });
  afterAll(() => world.close());

  test.each(Array.from({ length: PARTS }, (_, part) => part))(
    'are large enough for a finger on every page, part %i',
    { timeout: patient(120_000) },
    async (part) => {
      const member = await world.newContext(PHONE);
      await world.enterDemo(member);
      const visitor = await world.newContext(PHONE);
      const pages = { member: await member.newPage(), visitor: await visitor.newPage() };
      const small: string[] = [];
      for (const { name, path, isOpen } of screens.filter((_, at) => at % PARTS === part)) {
        const page = isOpen ? pages.visitor : pages.member;
        await open(page, path);
        small.push(...(await findSmallTargets(page)).map((line) => `${name}: ${line}`));
      }
      expect(small).toEqual([]);
      await member.close();
      await visitor.close();
    },
  );
});
