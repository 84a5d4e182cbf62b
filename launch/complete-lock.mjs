// Completes package-lock.json with the optional platform packages that the current registry did not
// offer. `npm ci` compares the lock file with every package's optionalDependencies and rejects one
// that names fewer; a stub (version, os, cpu, optional) satisfies it, and npm skips what does not
// fit the machine. Run it after every change of a dependency: node launch/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const OS = {
  linux: 'linux',
  darwin: 'darwin',
  macos: 'darwin',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  android: 'android',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
  wasm32: 'wasi',
  wasi: 'wasi',
  webcontainers: 'webcontainers',
};
const CPU = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'riscv64',
  'ppc64',
  's390x',
  'loong64',
  'wasm32',
  'mips64el',
];

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = [`${path}/node_modules/${name}`, `node_modules/${name}`].some(
      (key) => lock.packages[key],
    );
    if (known || path === '') continue;
    const words = name.toLowerCase().split(/[/@._-]+/);
    const os = words.map((word) => OS[word]).find(Boolean);
    const cpu = CPU.find((word) =>
      words.some(
        (part) =>
          part === word ||
          part.startsWith(word + 'v') ||
          (word === 'arm' && /^arm(hf|eabi|v\d)/.test(part)) ||
          (word === 'ia32' && (part === 'i686' || part === '386')),
      ),
    );
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[^\d]*/, '').split(' ')[0],
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os ? { os: [os] } : { os: ['none'] }),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} stubs added`);
