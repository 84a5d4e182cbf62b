import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const folders = new Set(
  files.flatMap((file) => {
    const parts = dirname(file).split('/');
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  }),
);
/** CHANGELOG.md tells of files as they were. */
const documents = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
const pathsByName = Map.groupBy(files, (file) => basename(file));
/** An example of a file that the reader will create. */
const EXAMPLES = new Set(['0154_event_places.sql']);

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** The files that a path in a sentence may mean: it is written from any folder. */
const meantBy = (path: string) =>
  (pathsByName.get(basename(path)) ?? []).filter((file) => `/${file}`.endsWith(`/${path}`));

const FILE = String.raw`[\w.-]+(?:/[\w.-]+)*\.(?:ts|tsx|mjs|css|sql|md|html)`;
/** A name beside its file: **`file`, `name`**, `name` (`file`) or `name` in `file`. */
const NAMES = [
  new RegExp('`(?<file>' + FILE + ')`, `(?<name>[A-Za-z]\\w*)`\\*\\*', 'g'),
  new RegExp('`(?<name>[A-Za-z]\\w*)` (?:\\(|in )`(?<file>' + FILE + ')`', 'g'),
];

test('every link of the documentation leads to a file or folder of the repository', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].flatMap(([, path]) => {
      const target = normalize(join(dirname(document), path!)).replace(/\/$/, '');
      return files.includes(target) || folders.has(target) ? [] : [`${document}: ${path}`];
    }),
  );
  expect(broken).toEqual([]);
});

test('every file that the documentation names exists', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(new RegExp('`(' + FILE + ')`', 'g'))].flatMap(([, path]) =>
      meantBy(path!).length > 0 || EXAMPLES.has(path!) ? [] : [`${document}: ${path}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('a name that the documentation gives beside a file occurs in that file', () => {
  let count = 0;
  const missing = documents.flatMap((document) =>
    NAMES.flatMap((pattern) =>
      [...read(document).matchAll(pattern)].flatMap(({ groups }) => {
        count += 1;
        const { file, name } = groups as { file: string; name: string };
        return meantBy(file).some((path) => new RegExp(`\\b${name}\\b`).test(read(path)))
          ? []
          : [`${document}: ${name} in ${file}`];
      }),
    ),
  );
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(50);
});
