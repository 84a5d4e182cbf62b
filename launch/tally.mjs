import { writeFileSync } from 'node:fs';

/**
 * A Vitest reporter that writes how many tests passed, and which failed or were skipped for which
 * reason.
 */
export function tallyTo(path) {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tally = {
        passed: 0,
        failed: unhandledErrors.map((error) => ({ name: 'вне тестов', reason: reasonOf([error]) })),
        skipped: [],
      };
      for (const module of modules) count(module, tally);
      writeFileSync(path, JSON.stringify(tally));
    },
  };
}

function count(module, tally) {
  // A file that does not load and a hook that throws have errors without a failed test.
  for (const holder of [module, ...module.children.allSuites()]) {
    const errors = holder.errors();
    if (errors.length > 0)
      tally.failed.push({
        name: [module.relativeModuleId, holder.fullName].filter(Boolean).join(' › '),
        reason: reasonOf(errors),
      });
  }
  for (const test of module.children.allTests()) {
    const { state, note, errors } = test.result();
    const name = `${module.relativeModuleId} › ${test.fullName}`;
    if (state === 'passed') tally.passed += 1;
    else if (state === 'skipped')
      tally.skipped.push({ name, reason: note ?? 'без указания причины' });
    else tally.failed.push({ name, reason: reasonOf(errors ?? []) });
  }
}

function reasonOf(errors) {
  return errors[0]?.message?.split('\n')[0] ?? 'без указания причины';
}
