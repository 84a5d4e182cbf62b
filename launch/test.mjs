import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkBudget, runChecks } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { exitWith, prepare, ROOT, stopwatch } from './prepare.mjs';
import { makeSum, runProject } from './run-tests.mjs';
import { buildSite } from './site.mjs';
import { findTools } from './tools.mjs';

const isLong = process.argv.includes('--long');
/** Paths and words of `npm test -- <path or words>`. */
const wanted = process.argv.slice(2).filter((word) => word !== '--long');

/** Runs every step, also after a failed one. The last line of the output sums up all steps. */
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
  const env = { ...tools, ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  if (wanted.length > 0) {
    add(await tryBuild(node));
    for (const { project, words } of selectTests(wanted))
      add(await runProject(node, project, { env, isLong, words }));
    return print(total);
  }
  add(await runChecks(node));
  add(await tryBuild(node));
  add(await checkBudget(node));
  const options = { env, isLong, words: ['--passWithNoTests'] };
  add(await runProject(node, 'unit', options));
  add(chromium === null ? skipBrowserTests() : await runProject(node, 'e2e', options));
  return print(total);
}

/**
 * Returns which projects to run with which arguments of Vitest. Words that are part of a test
 * file's path select files; the other words are the name of a test.
 */
function selectTests(words) {
  const files = ['packages', 'tests', 'launch'].flatMap(listTestFiles);
  const isPath = (word) =>
    existsSync(join(ROOT, word)) || files.some((file) => file.includes(word));
  const paths = words.filter(isPath);
  const name = words.filter((word) => !isPath(word)).join(' ');
  const rest = ['--passWithNoTests', ...(name === '' ? [] : ['--testNamePattern', name])];
  const chosen = files.filter(
    (file) => paths.length === 0 || paths.some((path) => file.includes(path)),
  );
  return ['unit', 'e2e']
    .map((project) => ({
      project,
      files: chosen.filter((file) => file.startsWith('tests/e2e/') === (project === 'e2e')),
    }))
    .filter((selection) => selection.files.length > 0)
    .map(({ project, files: own }) => ({
      project,
      words: [...(paths.length === 0 ? [] : own), ...rest],
    }));
}

/** Returns the test files below a folder, without installed packages, relative to the project. */
function listTestFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listTestFiles(path);
    return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
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
