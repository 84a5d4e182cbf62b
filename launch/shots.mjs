import { findChromium } from './chromium.mjs';
import { exitWith, prepare, run } from './prepare.mjs';
import { buildSite } from './site.mjs';

async function shots() {
  const node = await prepare({ dev: true });
  await buildSite(node);
  const chromium = await findChromium(console.log);
  if (chromium === null) {
    console.log('Для снимков нужен Chromium: поставьте его или укажите CHROMIUM_PATH.');
    return 1;
  }
  return run(node, ['tests/support/browser/shots.ts', ...process.argv.slice(2)], {
    env: { ...process.env, CHROMIUM_PATH: chromium },
  });
}

exitWith(shots());
