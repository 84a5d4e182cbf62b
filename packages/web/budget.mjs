// Measures what a first visit to each page downloads, and fails when a page exceeds its agreed
// budget. Run after a build: node packages/web/budget.mjs
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** KB (1,000 bytes) of gzip: everything that the page loads before it is complete. */
const PAGES = [
  { name: '/greeting', entries: ['src/app/pages/landing.tsx'], js: 110, css: 12 },
  {
    name: '/home',
    entries: [
      'src/app/site-routes.tsx',
      'src/app/providers.tsx',
      'src/app/frame/member-frame.tsx',
      'src/app/pages/home.tsx',
    ],
    js: 170,
    css: 20,
  },
];
const LAZY_CHUNK = 60;
/**
 * Libraries of others, loaded when they are needed first: the HLS player with a video in several
 * qualities, the client of LiveKit with a call, where the site uses LiveKit.
 */
const EXCEPTED = [
  { name: /^hls\./, limit: 125 },
  { name: /^livekit-/, limit: 150 },
];
const FONTS = 50;

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const manifestFile = join(dist, '.vite/manifest.json');
if (!existsSync(manifestFile)) {
  console.error('Нет сборки: node packages/web/build.mjs');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
const zipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;
let isOver = false;

function printSize(name, size, limit) {
  const over = size > limit;
  isOver ||= over;
  console.log(
    `${over ? 'ПЕРЕБОР' : '     ок'}  ${name.padEnd(34)} ${size.toFixed(1).padStart(6)} из ${limit} КБ`,
  );
}

function collect(key, files = new Set(), seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const name of chunk.imports ?? []) collect(name, files, seen);
  return files;
}

const sum = (files, end) =>
  Array.from(files)
    .filter((file) => file.endsWith(end))
    .reduce((total, file) => total + zipped(file), 0);
const first = collect('index.html');

for (const { name, entries, js, css } of PAGES) {
  const missing = entries.filter((entry) => !manifest[entry]);
  if (missing.length > 0) throw new Error(`no entries of the build: ${missing.join(', ')}`);
  const files = new Set(first);
  for (const entry of entries) for (const file of collect(entry)) files.add(file);
  printSize(`${name} js`, sum(files, '.js'), js);
  printSize(`${name} css`, sum(files, '.css'), css);
}
for (const file of readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))) {
  const size = zipped(`assets/${file}`);
  const limit = EXCEPTED.find(({ name }) => name.test(file))?.limit ?? LAZY_CHUNK;
  if (!first.has(`assets/${file}`) && (size > limit * 0.8 || process.argv.includes('--all')))
    printSize(basename(file), size, limit);
}
const fonts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.woff2'));
printSize(
  'fonts',
  fonts.reduce((total, name) => total + statSync(join(dist, 'assets', name)).size, 0) / 1000,
  FONTS,
);
process.exit(isOver ? 1 : 0);
