import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const LOCK = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.installed');
const NEEDED_MAJOR = 24;
/** Ctrl-C under npm reaches a process twice: from the terminal and forwarded by npm. */
const SAME_SIGNAL_MS = 500;

/** A problem that is reported by its sentence alone. */
export class Trouble extends Error {}

/**
 * Installs what package-lock.json lists, unless it is installed, and returns the path of the Node
 * that runs the project.
 */
export async function prepare({ dev }) {
  if (!isInstalled(dev)) await install(dev);
  const node = findNode();
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  // Compiled code is cached for every program that starts under this one.
  process.env.NODE_COMPILE_CACHE ??= join(MODULES, '.cache/node');
  return node;
}

/** Runs a program to its end in this terminal and returns its exit code; signals reach it once. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    let forwardedAt = -Infinity;
    const forward = (signal) => {
      // The terminal has already sent its Ctrl-C to the whole process group.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      if (performance.now() - forwardedAt < SAME_SIGNAL_MS) return;
      forwardedAt = performance.now();
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const unlisten = () => signals.forEach((signal) => process.off(signal, forward));
    child.once('error', (error) => {
      unlisten();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      unlisten();
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Prints what is being done and how long it took. */
export async function timed(title, work) {
  const seconds = stopwatch();
  console.log(`${title}…`);
  const result = await work();
  console.log(`${title}: готово за ${seconds()}`);
  return result;
}

export function stopwatch() {
  const since = performance.now();
  return () => `${((performance.now() - since) / 1000).toFixed(1).replace('.', ',')} с`;
}

/** Ends every launcher: a `Trouble` is printed as one sentence, a bug keeps its stack. */
export function exitWith(work) {
  work.then(
    (code) => process.exit(code ?? 0),
    (error) => {
      console.error(error instanceof Trouble ? error.message : error);
      process.exit(1);
    },
  );
}

function isInstalled(dev) {
  const wanted = stampOf(dev);
  const found = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (found === wanted || found === stampOf(true)) return true;
  if (!holdsEverything(dev)) return false;
  writeStamp(dev);
  return true;
}

function stampOf(dev) {
  return `${createHash('sha256').update(readFileSync(LOCK)).digest('hex')} ${dev ? 'all' : 'production'}\n`;
}

function writeStamp(dev) {
  try {
    writeFileSync(STAMP, stampOf(dev));
  } catch {
    // Packages that another account has installed are compared each time.
  }
}

/**
 * The packages may have been installed by hand or in an image: npm leaves a list of what it
 * installed in node_modules.
 */
function holdsEverything(dev) {
  const list = join(MODULES, '.package-lock.json');
  if (!existsSync(list)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(LOCK, 'utf8'));
  const { packages: found } = JSON.parse(readFileSync(list, 'utf8'));
  return Object.entries(wanted).every(([path, entry]) => {
    const isNeeded =
      path.startsWith('node_modules/') &&
      !entry.optional &&
      !entry.devOptional &&
      (dev || !entry.dev);
    return (
      !isNeeded || (found[path]?.version === entry.version && found[path]?.link === entry.link)
    );
  });
}

async function install(dev) {
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    dev ? '--include=dev' : '--omit=dev',
  ];
  await timed('Устанавливаю зависимости', async () => {
    const { npm_execpath: own } = process.env;
    const isWindows = process.platform === 'win32';
    const [command, first] = own?.endsWith('.js')
      ? [process.execPath, [own]]
      : [isWindows ? 'npm.cmd' : 'npm', []];
    const code = await run(command, [...first, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: isWindows && first.length === 0,
    });
    if (code !== 0)
      throw new Trouble(
        `Зависимости не установились (npm ci, код ${code}). Проверьте сеть и повторите.`,
      );
    writeStamp(dev);
  });
}

function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const pinned = join(
    MODULES,
    `node-${system}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
  throw new Trouble(
    `Нужен Node ${NEEDED_MAJOR} или новее, а запущен ${process.version}; готового для этой системы (${process.platform}, ${process.arch}) в зависимостях нет. Поставьте его: https://nodejs.org`,
  );
}
