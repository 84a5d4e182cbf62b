// Builds the site into dist/: Vite's build, greeting.html with the landing already drawn in it, and a brotli and a gzip twin of every
// text file. Run by the pinned Node: node packages/web/build.mjs
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
// Inside the package, so that its imports find react and the router.
const draft = join(root, 'node_modules', '.prerender');
const configFile = join(root, 'vite.config.ts');

process.env.NODE_ENV = 'production';

await build({ root, configFile, logLevel: 'warn' });
await build({
  root,
  configFile,
  logLevel: 'warn',
  build: { ssr: join(root, 'src/prerender.tsx'), outDir: draft, emptyOutDir: true, manifest: false, copyPublicDir: false, rolldownOptions: { output: { entryFileNames: 'prerender.mjs', chunkFileNames: '[name]-[hash].mjs' } } },
});

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const index = readFileSync(join(dist, 'index.html'), 'utf8');
const { drawLanding } = await import(pathToFileURL(join(draft, 'prerender.mjs')).href);
writeFileSync(join(dist, 'greeting.html'), placeLanding(index, await drawLanding()));
rmSync(draft, { recursive: true, force: true });
await compressAll();

function placeLanding(page, landing) {
  const style = /<[^>]*\sstyle="[^"]*"/.exec(landing);
  if (style) throw new Error(`The landing has a style attribute, which the page's CSP would ignore: ${style[0]}`);
  // Its files, so that the browser asks for them at once and paints with the right CSS.
  const { scripts, styles } = filesOf('src/app/pages/landing.tsx');
  const links = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" nonce="__CSP_NONCE__">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" nonce="__CSP_NONCE__">`),
  ].filter((link) => !page.includes(/href="([^"]+)"/.exec(link)[1]));
  if (!page.includes('<!--page-->')) throw new Error('index.html has lost its place for a page');
  return page.replace('</head>', `${links.map((link) => `  ${link}\n`).join('')}  </head>`).replace('<!--page-->', () => landing);
}

function filesOf(entry, found = { scripts: [], styles: [], seen: new Set() }) {
  const chunk = manifest[entry];
  if (!chunk || found.seen.has(entry) || chunk.isEntry) return found;
  found.seen.add(entry);
  for (const name of chunk.imports ?? []) filesOf(name, found);
  found.scripts.push(chunk.file);
  found.styles.push(...(chunk.css ?? []));
  return found;
}

async function compressAll() {
  // Html is left out: the server writes a nonce into every copy it sends.
  const text = /\.(js|css|svg|json|txt|webmanifest|map)$/;
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const content = readFileSync(file);
    if (content.length <= 1024) continue;
    const small = await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
    writeFileSync(`${file}.br`, small);
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

console.log(`Site built: ${relative(process.cwd(), dist) || dist}`);
