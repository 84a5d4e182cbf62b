import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, run, timed, Trouble } from './prepare.mjs';

const SOURCES = ['package-lock.json', 'tsconfig.base.json', 'packages/contract', 'packages/web'];
const STAMP = join(ROOT, 'packages/web/dist/.stamp');

/** Builds the site unless the one in packages/web/dist was built from exactly these sources. */
export async function buildSite(node) {
  const wanted = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  await timed('Собираю сайт', async () => {
    const code = await run(node, [join(ROOT, 'packages/web/build.mjs')]);
    if (code !== 0) throw new Trouble(`Сайт не собрался (код ${code}).`);
    writeFileSync(STAMP, wanted);
  });
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of listFiles(join(ROOT, source)))
      hash
        .update(`${relative(ROOT, path)}\0`)
        .update(readFileSync(path))
        .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .filter(
      ({ name }) => !['node_modules', 'dist'].includes(name) && !/\.(?:test\.tsx?|tmp)$/.test(name),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => listFiles(join(path, name)));
}
