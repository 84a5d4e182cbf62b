import { exitWith, prepare, run } from './prepare.mjs';

async function restore() {
  const node = await prepare({ dev: false });
  return run(node, ['packages/server/src/app/backup/restore.ts', ...process.argv.slice(2)]);
}

exitWith(restore());
