import { exitWith, prepare, run } from './prepare.mjs';

async function backup() {
  const node = await prepare({ dev: false });
  return run(node, ['packages/server/src/app/backup/backup.ts', ...process.argv.slice(2)]);
}

exitWith(backup());
