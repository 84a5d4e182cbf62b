import { findChromium } from './chromium.mjs';
import { exitWith, prepare, run } from './prepare.mjs';
import { buildSite } from './site.mjs';
import { findTools } from './tools.mjs';

async function bench() {
  const node = await prepare({ dev: true });
  await buildSite(node);
  const chromium = await findChromium(console.log);
  return run(node, ['bench/compare.ts', ...process.argv.slice(2)], {
    env: {
      ...process.env,
      ...findTools({ isLong: false, log: console.log }),
      ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
    },
  });
}

exitWith(bench());
