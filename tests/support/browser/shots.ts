// Takes screenshots of every page in all widths and themes, with the six demo members: npm run
// shots; of some pages, by the beginnings of their names: npm run shots -- public home
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { everyScreen, settle } from './every-screen.ts';
import { DEMO_ADMIN, seedFixtures } from './seed-screens.ts';
import { closeBrowser } from './shared-browser.ts';
import { World } from './world.ts';

const folder = join(process.cwd(), 'shots');
mkdirSync(folder, { recursive: true });
const world = await new World().open({ demo: true, env: DEMO_ADMIN });
try {
  const first = await world.newContext();
  await seedFixtures(world, 'kornilov@demo.respa', 2);
  const wanted = process.argv.slice(2);
  const screens = (
    await everyScreen(world, await first.newPage(), await world.enterDemo(first))
  ).filter(
    ({ name }) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)),
  );
  let count = 0;
  for (const [width, height] of [
    [1280, 860],
    [700, 900],
    [390, 844],
  ] as const) {
    for (const theme of ['dark', 'light']) {
      const options = { viewport: { width, height }, isMobile: width < 500, hasTouch: width < 500 };
      const [visitor, member] = [await world.newContext(options), await world.newContext(options)];
      for (const context of [visitor, member])
        await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      await world.enterDemo(member);
      const [outside, inside] = [await visitor.newPage(), await member.newPage()];
      for (const { name, path, isOpen } of screens) {
        const page = isOpen ? outside : inside;
        await page.goto(path);
        await settle(page);
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
        count += 1;
      }
      process.stdout.write(
        `${width} px, ${theme === 'dark' ? 'тёмная' : 'светлая'} тема: снято ${count}\n`,
      );
    }
  }
  process.stdout.write(`Готово: ${folder}\n`);
} finally {
  await world.close();
  await closeBrowser();
}
