import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(
    (file) =>
      /^(?:packages\/\w+\/src|tests|launch)\/.*\.(?:ts|tsx|mjs)$/.test(file) && !isMade(file),
  );

function isMade(file: string): boolean {
  return file.endsWith('.gen.ts') || file.includes('/samples/');
}

/** Lines of a file. */
const LONGEST = 300;
/** Tables of data and single long stories, which would not become clearer in two files. */
const LONGER: ReadonlySet<string> = new Set([
  'launch/lint-rules/lint-rules.test.ts',
  'launch/security.mjs',
  'packages/server/src/app/demo/classifieds.ts',
  'packages/server/src/app/demo/fill-demo.test.ts',
  'packages/server/src/app/demo/games.ts',
  'packages/server/src/app/demo/scenes.ts',
  'packages/server/src/features/people/seed-words.ts',
  'tests/http/search-words.test.ts',
  'tests/live/push-story.test.ts',
  'tests/multi-instance/instances.test.ts',
  'tests/support/browser/crawler.ts',
  'tests/support/browser/world.ts',
  'tests/sweeps/inputs/files.test.ts',
  'tests/sweeps/relationships/owner-relationships.ts',
  'tests/sweeps/relationships/relationships.ts',
]);
/** Files of a folder: sources of the product, with their tests left out, or of the tests. */
const MOST = 28;
/** One file per page, per feature, and per script. */
const FULLER: ReadonlySet<string> = new Set([
  'launch',
  'packages/contract/src',
  'packages/web/src/app/pages',
]);

test('no file is longer than 300 lines, except those that are listed', () => {
  const long = sources.filter(
    (file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > LONGEST,
  );
  expect(new Set(long)).toEqual(LONGER);
});

test('no folder holds more than 28 sources, except those that are listed', () => {
  const counts = new Map<string, number>();
  for (const file of sources)
    if (file.startsWith('tests/') || !/\.test\.tsx?$/.test(file))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count > MOST).map(([folder]) => folder);
  expect(full.filter((folder) => !FULLER.has(folder))).toEqual([]);
});
