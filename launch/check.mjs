import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exitWith, prepare, ROOT, stopwatch } from './prepare.mjs';
import { buildSite } from './site.mjs';

/**
 * All checks that do not run the product. The linter enforces the layers and tiers, and checks the
 * types as it reads them.
 */
const CHECKS = [
  { title: 'Форматирование', args: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] },
  { title: 'Линтер, слои и типы', args: ['node_modules/oxlint/bin/oxlint'] },
  {
    title: 'Типы таблиц',
    args: [
      'packages/server/src/app/check-tables.ts',
      ...process.argv.slice(2).filter((word) => word === '--write'),
    ],
  },
  { title: 'Права: строка на каждый вызов', args: ['tests/sweeps/check-rows.ts'] },
  { title: 'Лицензии', args: ['launch/licences.mjs'] },
];

/** Runs every check, even after a failed one, and returns how many passed and which failed. */
export async function runChecks(node) {
  const count = { passed: 0, failed: /** @type {{ name: string, reason: string }[]} */ ([]) };
  for (const { title, args } of CHECKS) {
    const seconds = stopwatch();
    const { code, output } = await capture(node, args);
    console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds()})`);
    if (code === 0) {
      count.passed += 1;
    } else {
      console.log(output.trim());
      count.failed.push({ name: title, reason: `код ${code}, подробности выше` });
    }
  }
  return count;
}

function capture(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Checks the size limit of a first visit on the built site. */
export async function checkBudget(node) {
  const { code, output } = await capture(node, ['packages/web/budget.mjs']);
  console.log(`${code === 0 ? '✓' : '✗'} Вес страниц\n${output.trimEnd()}`);
  return code === 0
    ? { passed: 1, failed: [] }
    : { passed: 0, failed: [{ name: 'Вес страниц', reason: 'подробности выше' }] };
}

async function check() {
  const node = await prepare({ dev: true });
  await buildSite(node);
  const { failed } = await runChecks(node);
  return failed.length + (await checkBudget(node)).failed.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) exitWith(check());
