import { exitWith, prepare, run } from './prepare.mjs';
import { buildSite } from './site.mjs';

async function start() {
  const node = await prepare({ dev: true });
  await buildSite(node);
  return run(node, ['packages/server/src/main.ts']);
}

exitWith(start());
