import { leave, prepare, run } from './prepare.mjs';
import { findTools } from './tools.mjs';

/** Breaks what a server stands on, and proves that nothing acknowledged is lost; further words are Vitest's own. */
async function faults() {
  const node = await prepare({ dev: true });
  const tools = findTools({ isLong: false, breaks: true, log: console.log });
  return run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter=verbose', ...(process.argv.length > 2 ? process.argv.slice(2) : ['tests/faults/'])], {
    env: { ...process.env, ...tools, RESPA_LONG_TESTS: '1' },
  });
}

leave(faults());
