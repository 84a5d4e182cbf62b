import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, unpack, UNPACKED_PROGRAMS } from './apt.mjs';

/** Without windows and toolbars it needs less than half of the processor. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const NAMES = [
  ...SHELLS,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PACKAGES = [['chromium-headless-shell'], ['chromium']];
const USUAL_PATHS = [
  '/usr/bin',
  '/usr/local/bin',
  '/usr/lib/chromium',
  '/opt/google/chrome',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a Chromium that starts, preferably one without windows, and installs it with apt-get if
 * possible; null if there is none.
 */
export async function findChromium(log) {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !doesStart(CHROMIUM_PATH))
    log(`CHROMIUM_PATH не запускается: ${CHROMIUM_PATH}`);
  const found = [CHROMIUM_PATH, ...candidates()].find((path) => path && doesStart(path));
  if (found) return found;
  if (!install('Chromium', PACKAGES, log) && !unpack('Chromium', PACKAGES, log)) return null;
  return candidates().find(doesStart) ?? null;
}

function candidates() {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...USUAL_PATHS,
    UNPACKED_PROGRAMS,
  ].filter(Boolean);
  const found = folders
    .flatMap((folder) => [folder, ...NAMES.map((name) => join(folder, name))])
    .filter(isProgram);
  return [...found.filter(isShell), ...found.filter((path) => !isShell(path)), ...downloads()];
}

const isShell = (path) => SHELLS.includes(path.split(/[\\/]/).at(-1));

/** Returns browsers that Playwright has downloaded earlier. */
function downloads() {
  const folder = join(homedir(), '.cache/ms-playwright');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith('chromium-'))
    .flatMap((name) =>
      ['chrome-linux', 'chrome-linux64'].map((inside) => join(folder, name, inside, 'chrome')),
    )
    .filter(existsSync);
}

function isProgram(path) {
  return /chrom/i.test(path.split(/[\\/]/).at(-1) ?? '') && existsSync(path);
}

/**
 * Ubuntu's package is a stub that asks for snap, so its presence is not enough. A folder does not
 * start either.
 */
function doesStart(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log((await findChromium(console.log)) ?? 'Chromium не найден');
}
