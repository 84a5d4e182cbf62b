import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DOCS = join(import.meta.dirname, '../docs');
const text = readFileSync(join(DOCS, 'security-asvs.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [id, level, , answer, proof] = line.slice(2, -2).split(' | ');
    return { id: id!, level, answer: answer!, proof: proof ?? '' };
  });
/** The files that a cell names, each with the title behind it, if there is one. */
const named = (proof: string) =>
  [...proof.matchAll(/\[[^\]]+\]\(([^)]+)\)(?:, "([^"]+)")?/g)].map(([, path, title]) => ({
    path: path!,
    title,
  }));
/** The requirements of levels 1 and 2 in ASVS 5.0.0, by chapter. */
const COUNTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('the security table names existing files and titles of tests that they hold', () => {
  const wrong = rows.flatMap(({ id, proof }) =>
    named(proof).flatMap(({ path, title }) => {
      const place = join(DOCS, path);
      if (!existsSync(place)) return [`${id}: ${path} does not exist`];
      return title === undefined || readFileSync(place, 'utf8').includes(title)
        ? []
        : [`${id}: ${path} has no “${title}”`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('every requirement of levels 1 and 2 has one row: what proves it, or why not', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(
    COUNTS.map((_, index) => rows.filter(({ id }) => id.startsWith(`V${index + 1}.`)).length),
  ).toEqual(COUNTS);
  const wrong = rows.filter(
    ({ answer, proof, level }) =>
      !['1', '2'].includes(level!) ||
      !(answer === 'yes'
        ? named(proof).length > 0
        : ['no', 'n/a'].includes(answer) && proof !== ''),
  );
  expect(wrong).toEqual([]);
  const count = (word: string) => rows.filter(({ answer }) => answer === word).length;
  expect(text.replace(/\s+/g, ' ')).toContain(
    `${rows.length} in all, ${count('yes')} yes, ${count('no')} no, ${count('n/a')} not applicable`,
  );
});
