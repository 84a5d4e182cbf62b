import { writeFileSync } from 'node:fs';

/** A Vitest reporter that writes how many tests passed and failed and what was skipped for which reason. */
export function tallyTo(path) {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tally = { passed: 0, failed: unhandledErrors.length, skipped: [] };
      for (const module of modules) count(module, tally);
      writeFileSync(path, JSON.stringify(tally));
    },
  };
}

function count(module, tally) {
  // A file that does not load and a hook that throws have errors without a failed test.
  for (const holder of [module, ...module.children.allSuites()]) if (holder.errors().length > 0) tally.failed += 1;
  for (const test of module.children.allTests()) {
    const { state, note } = test.result();
    if (state === 'passed') tally.passed += 1;
    else if (state === 'skipped') tally.skipped.push({ name: `${module.relativeModuleId} › ${test.fullName}`, reason: note ?? 'без указания причины' });
    else tally.failed += 1;
  }
}
