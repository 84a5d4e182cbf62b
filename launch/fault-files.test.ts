import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { FAULT_FILES } from './fault-files.mjs';

const ROOT = dirname(import.meta.dirname);
const rows = readFileSync(join(ROOT, 'docs/measurements/faults.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| №'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
const linked = (text: string) =>
  [...text.matchAll(/\]\((?:\.\.\/)+([^)]+\.test\.ts)\)/g)].map(([, path]) => path!);

test('the fault table and the command name the same files: every row has a file and a figure, every file a row', () => {
  expect(rows.length).toBeGreaterThan(22);
  const named = new Set<string>();
  for (const [, what, shown, measured] of rows) {
    const paths = linked(shown!);
    expect(paths.length, what).toBeGreaterThan(0);
    expect(measured, what).toMatch(/\d/);
    for (const path of paths) named.add(path);
  }
  const run = FAULT_FILES.flatMap((path) =>
    path.endsWith('/') ? globSync(`${path}**/*.test.ts`, { cwd: ROOT }) : [path],
  ).map((path) => relative(ROOT, join(ROOT, path)));
  expect(run.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect([...named].toSorted()).toEqual(run.toSorted());
});

test('every fault that the specification numbers has a row', () => {
  const numbers = new Set(rows.map(([number]) => number));
  for (let number = 1; number <= 22; number += 1) expect(numbers).toContain(`F${number}`);
});
