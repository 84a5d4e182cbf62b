import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT, stopwatch } from './prepare.mjs';

const UNPACKED = join(ROOT, 'node_modules/.cache/debian');
/** Where the programs of packages unpacked without root's rights are. */
export const UNPACKED_PROGRAMS = join(UNPACKED, 'programs');

/**
 * Installs the first available of these groups of packages, if apt-get exists and may be used;
 * returns whether one is now installed.
 * @param {string} title @param {string[][]} groups @param {(line: string) => void} log
 */
export function install(title, groups, log) {
  if (!hasApt() || process.getuid?.() !== 0) return false;
  const seconds = stopwatch();
  log(`Ставлю ${title} (apt-get)…`);
  // A package that contains a service must not start it.
  const env = { ...process.env, RUNLEVEL: '1' };
  apt(['update'], { env, log });
  const isHere = groups.some((names) =>
    apt(['install', '-y', '--no-install-recommends', ...names], { env, log }),
  );
  if (isHere) log(`${title}: поставлено за ${seconds()}`);
  return isHere;
}

/**
 * Does the same for a user who may not install: missing packages are unpacked inside the project,
 * and each program gets a wrapper that
 * finds its libraries there. Only for programs that need none of their files at a fixed path.
 * @param {string} title @param {string[][]} groups @param {(line: string) => void} log
 */
export function unpack(title, groups, log) {
  if (!hasApt() || process.getuid?.() === 0) return false;
  const seconds = stopwatch();
  log(`Качаю ${title} (apt-get без прав администратора, в node_modules/.cache)…`);
  const work = join(UNPACKED, 'apt');
  const archives = join(work, 'cache/archives');
  for (const folder of [join(work, 'state/lists/partial'), join(archives, 'partial')])
    mkdirSync(folder, { recursive: true });
  const options = [
    `Dir::State=${work}/state`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${work}/cache`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  apt([...options, 'update'], { log });
  const isHere =
    groups.some((names) =>
      apt([...options, 'install', '-y', '--download-only', '--no-install-recommends', ...names], {
        log,
      }),
    ) && openAll(archives);
  rmSync(work, { recursive: true, force: true });
  if (!isHere) return false;
  wrapPrograms();
  log(`${title}: готово за ${seconds()}`);
  return true;
}

const hasApt = () => process.platform === 'linux' && existsSync('/usr/bin/apt-get');

function apt(args, { env = process.env, log }) {
  const { status, stderr } = spawnSync('apt-get', ['-q', ...args], {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0)
    log(`apt-get ${args.at(-1)} не удался: ${stderr?.trim().split('\n').at(-1) ?? ''}`);
  return status === 0;
}

/** An unpacked C library would not match the system's own loader, so the system's is used. */
const isOfSystem = (name) => /^(libc6|libc-bin|libc-l10n|locales)_/.test(name);

function openAll(archives) {
  const packages = readdirSync(archives).filter(
    (name) => name.endsWith('.deb') && !isOfSystem(name),
  );
  return packages.every(
    (name) =>
      spawnSync('dpkg-deb', ['-x', join(archives, name), join(UNPACKED, 'root')], {
        stdio: 'ignore',
      }).status === 0,
  );
}

function wrapPrograms() {
  const root = join(UNPACKED, 'root');
  const libraries = ['usr/lib', 'lib'].flatMap((name) => foldersOfLibraries(join(root, name), 3));
  const fonts = join(UNPACKED, 'fonts.conf');
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><fontconfig><dir>${root}/usr/share/fonts</dir><cachedir>${UNPACKED}/fonts</cachedir></fontconfig>\n`,
  );
  mkdirSync(UNPACKED_PROGRAMS, { recursive: true });
  for (const folder of ['usr/bin', 'usr/sbin'].map((name) => join(root, name)).filter(existsSync)) {
    for (const name of readdirSync(folder)) {
      const program = [join(folder, name), join(root, 'usr/lib/chromium', name)].find(
        isMachineCode,
      );
      if (program === undefined) continue;
      writeFileSync(
        join(UNPACKED_PROGRAMS, name),
        [
          '#!/bin/sh',
          `export LD_LIBRARY_PATH=${quote(libraries.join(':'))}`,
          `[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE=${quote(fonts)}`,
          `exec ${quote(program)} "$@"`,
          '',
        ].join('\n'),
        { mode: 0o755 },
      );
    }
  }
}

/** Returns every folder that contains libraries: some packages keep theirs one level down. */
function foldersOfLibraries(folder, depth) {
  if (depth === 0 || !existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const isOne = entries.some(({ name }) => /\.so(\.|$)/.test(name));
  return [
    ...(isOne ? [folder] : []),
    ...entries
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => foldersOfLibraries(join(folder, name), depth - 1)),
  ];
}

function isMachineCode(path) {
  if (!existsSync(path) || !statSync(path).isFile()) return false;
  const file = openSync(path, 'r');
  const first = Buffer.alloc(4);
  readSync(file, first, 0, 4, 0);
  closeSync(file);
  return first.toString('latin1') === '\x7fELF';
}

const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
