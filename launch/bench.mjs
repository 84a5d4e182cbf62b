import { leave, prepare, run } from './prepare.mjs';

async function bench() {
  const node = await prepare({ dev: true });
  return run(node, ['bench/compare.ts', ...process.argv.slice(2)]);
}

leave(bench());
