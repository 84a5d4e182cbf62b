import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './prepare.mjs';

/**
 * Licences that allow shipping a package with the product unchanged. The LGPL ones are libraries
 * that stay replaceable: libvips is linked dynamically, lamejs is a file of its own.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // As node-datachannel spells it.
  'MPL 2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Returns the lock's entry that a package sees under a name. */
function resolve(packages, from, name) {
  for (let path = from; ; path = path.slice(0, path.lastIndexOf('/node_modules/'))) {
    const found = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
    if (packages[found] !== undefined) return found;
    if (!path.includes('/node_modules/')) {
      const top = `node_modules/${name}`;
      return packages[top] === undefined ? undefined : top;
    }
  }
}

/** Returns the paths of all packages that are installed with the server or built into the site. */
function listShipped(packages) {
  const web = packages['packages/web'] ?? {};
  const roots = Object.entries(packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.dev && !entry.devOptional)
    .map(([path]) => path);
  const waiting = [
    ...roots,
    ...Object.keys(web.devDependencies ?? {})
      .filter((name) => !/^@types\/|^vite$|^@vitejs\//.test(name))
      .map((name) => resolve(packages, 'packages/web', name)),
  ];
  const seen = new Set();
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    const { dependencies = {} } = packages[path];
    for (const name of Object.keys(dependencies)) waiting.push(resolve(packages, path, name));
  }
  return [...seen].filter((path) => !packages[path].link);
}

function licenceOf(path, entry) {
  if (typeof entry.license === 'string') return entry.license;
  const file = join(ROOT, path, 'package.json');
  if (!existsSync(file)) return '';
  const { license } = JSON.parse(readFileSync(file, 'utf8'));
  return typeof license === 'string' ? license : (license?.type ?? '');
}

/** Whether every part of a licence expression, or one of its alternatives, is allowed. */
const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((option) => option.split(' AND ').every((part) => ALLOWED.has(part.trim())));

/** Returns a line for each shipped package whose licence is not allowed. */
export function findForbiddenLicences() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return listShipped(packages)
    .map((path) => ({ path, licence: licenceOf(path, packages[path]) }))
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ path, licence }) => `${path}: ${licence || 'лицензия не указана'}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findForbiddenLicences();
  for (const line of found) console.log(line);
  process.exit(found.length > 0 ? 1 : 0);
}
