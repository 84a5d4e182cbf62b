import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, stopwatch } from './prepare.mjs';
import { measurePatience } from './patience.mjs';
import { makeScratch } from './scratch.mjs';

/** @typedef {{ passed: number, failed: { name: string, reason: string }[], skipped: { name: string, reason: string }[] }} Tally */

/** Adds several tallies up; the last line of the output is the sum. */
export function makeSum() {
  /** @type {Tally} */
  const sum = { passed: 0, failed: [], skipped: [] };
  return {
    /** @param {Partial<Tally>} tally */
    add({ passed = 0, failed = [], skipped = [] }) {
      sum.passed += passed;
      sum.failed.push(...failed);
      sum.skipped.push(...skipped);
    },
    /** Prints everything, and returns the exit code. */
    print(total) {
      for (const { name, reason } of sum.skipped) console.log(`Пропущено: ${name} — ${reason}`);
      for (const { name, reason } of sum.failed) console.log(`Не прошло: ${name} — ${reason}`);
      console.log(`Всё вместе: ${total()}`);
      console.log(
        `${sum.passed} passed, ${sum.failed.length} failed, ${sum.skipped.length} skipped`,
      );
      return sum.failed.length > 0 ? 1 : 0;
    },
  };
}

/**
 * Runs the tests of a project, all of them or those selected by `words` (of Vitest), and returns
 * the results.
 */
export async function runProject(node, project, { env, isLong, words = [] }) {
  const seconds = stopwatch();
  const scratch = makeScratch({ mayBeInMemory: !isLong });
  const tallyPath = join(scratch.path, 'tally.json');
  const patience = process.env.RESPA_TEST_PATIENCE ?? String(await measurePatience());
  if (Number(patience) > 1)
    console.log(`Машина медленнее обычного или занята: тесты ждут в ${patience} раза дольше.`);
  try {
    const code = await run(
      node,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...words],
      {
        env: {
          ...process.env,
          ...env,
          TMPDIR: scratch.path,
          RESPA_TALLY: tallyPath,
          RESPA_TEST_PATIENCE: patience,
          ...(isLong ? { RESPA_LONG_TESTS: '1' } : {}),
        },
      },
    );
    const tally = readTally(tallyPath);
    // Vitest may fail for something other than a test: then only its exit code shows it.
    if (code !== 0 && tally.failed.length === 0)
      tally.failed.push({ name: `тесты ${project}`, reason: `Vitest закончил с кодом ${code}` });
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
