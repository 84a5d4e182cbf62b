import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBudget, runChecks } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { leave, prepare, ROOT, run, stopwatch } from './prepare.mjs';
import { makeScratch } from './scratch.mjs';
import { buildSite } from './site.mjs';
import { findTools } from './tools.mjs';

/** @typedef {{ passed: number, failed: { name: string, reason: string }[], skipped: { name: string, reason: string }[] }} Tally */

const isLong = process.argv.includes('--long');

/** Every step runs, also after a failed one; the last line of the output is the sum of all. */
async function test() {
  const total = stopwatch();
  const node = await prepare({ dev: true });
  const chromium = await findChromium(console.log);
  const tools = findTools({ isLong: isLong && chromium !== null, breaks: isLong, log: console.log });
  /** @type {Tally} */
  const sum = { passed: 0, failed: [], skipped: [] };
  /** @param {Partial<Tally>} tally */
  const add = ({ passed = 0, failed = [], skipped = [] }) => {
    sum.passed += passed;
    sum.failed.push(...failed);
    sum.skipped.push(...skipped);
  };
  add(await runChecks(node));
  add(await tryBuild(node));
  add(await checkBudget(node));
  const env = { ...tools, ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  add(await runProject(node, 'unit', env));
  add(chromium === null ? skipBrowserTests() : await runProject(node, 'e2e', env));

  for (const { name, reason } of sum.skipped) console.log(`Пропущено: ${name} — ${reason}`);
  for (const { name, reason } of sum.failed) console.log(`Не прошло: ${name} — ${reason}`);
  console.log(`Всё вместе: ${total()}`);
  console.log(`${sum.passed} passed, ${sum.failed.length} failed, ${sum.skipped.length} skipped`);
  return sum.failed.length > 0 ? 1 : 0;
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

async function runProject(node, project, env) {
  const seconds = stopwatch();
  const scratch = makeScratch({ mayBeInMemory: !isLong });
  const tallyPath = join(scratch.path, 'tally.json');
  try {
    const code = await run(node, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, '--passWithNoTests'], {
      env: { ...process.env, ...env, TMPDIR: scratch.path, RESPA_TALLY: tallyPath, ...(isLong ? { RESPA_LONG_TESTS: '1' } : {}) },
    });
    const tally = readTally(tallyPath);
    // Vitest may fail for what is no test: then its exit code is the only witness.
    if (code !== 0 && tally.failed.length === 0) tally.failed.push({ name: `тесты ${project}`, reason: `Vitest закончил с кодом ${code}` });
    console.log(`${tally.failed.length === 0 ? '✓' : '✗'} Тесты ${project} (${seconds()})`);
    return tally;
  } finally {
    scratch.clear();
  }
}

/** @returns {Tally} */
function readTally(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: [], skipped: [] };
  }
}

function skipBrowserTests() {
  const names = listTests(join(ROOT, 'tests/e2e'));
  return { skipped: names.map((name) => ({ name: `tests/e2e/${name}`, reason: 'нет Chromium (укажите CHROMIUM_PATH)' })) };
}

function listTests(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  } catch {
    return [];
  }
}

leave(test());
