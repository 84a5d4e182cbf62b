import { findChromium } from './chromium.mjs';
import { FAULT_FILES } from './fault-files.mjs';
import { exitWith, prepare, stopwatch } from './prepare.mjs';
import { makeSum, runProject } from './run-tests.mjs';
import { buildSite } from './site.mjs';
import { findTools } from './tools.mjs';

/**
 * Breaks what a server depends on, and checks that nothing acknowledged is lost; further arguments
 * are passed to Vitest.
 */
async function errors() {
  const total = stopwatch();
  const node = await prepare({ dev: true });
  const chromium = await findChromium(console.log);
  const tools = findTools({ isLong: false, breaks: true, log: console.log });
  await buildSite(node);
  const { add, print } = makeSum();
  const words = process.argv.length > 2 ? process.argv.slice(2) : FAULT_FILES;
  add(
    await runProject(node, 'unit', {
      env: { ...tools, ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) },
      isLong: true,
      words,
    }),
  );
  return print(total);
}

exitWith(errors());
