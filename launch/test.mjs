import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkBudget, runChecks } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { exitWith, prepare, ROOT, stopwatch } from './prepare.mjs';
import { makeSum, runProject } from './run-tests.mjs';
import { buildSite } from './site.mjs';
import { findTools } from './tools.mjs';

const isLong = process.argv.includes('--long');

/** Every step runs, also after a failed one; the last line of the output is the sum of all. */
async function test() {
  const total = stopwatch();
  const node = await prepare({ dev: true });
  const chromium = await findChromium(console.log);
  const tools = findTools({
    isLong: isLong && chromium !== null,
    breaks: isLong,
    log: console.log,
  });
  const { add, print } = makeSum();
  add(await runChecks(node));
  add(await tryBuild(node));
  add(await checkBudget(node));
  const env = { ...tools, ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  const options = { env, isLong, words: ['--passWithNoTests'] };
  add(await runProject(node, 'unit', options));
  add(chromium === null ? skipBrowserTests() : await runProject(node, 'e2e', options));
  return print(total);
}

async function tryBuild(node) {
  try {
    await buildSite(node);
    return { passed: 1 };
  } catch (error) {
    console.log(`✗ Сборка сайта: ${error.message}`);
    return { failed: [{ name: 'Сборка сайта', reason: error.message }] };
  }
}

function skipBrowserTests() {
  const names = listTests(join(ROOT, 'tests/e2e'));
  return {
    skipped: names.map((name) => ({
      name: `tests/e2e/${name}`,
      reason: 'нет Chromium (укажите CHROMIUM_PATH)',
    })),
  };
}

function listTests(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.test.ts'),
    );
  } catch {
    return [];
  }
}

exitWith(test());
