import { exitWith, prepare, run } from './prepare.mjs';

async function fill() {
  const node = await prepare({ dev: true });
  return run(node, ['packages/server/src/app/demo/fill-demo.ts', ...process.argv.slice(2)]);
}

exitWith(fill());
