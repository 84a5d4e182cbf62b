// Builds the site into dist/: runs Vite's build, prerenders the landing page into greeting.html,
// writes HTML files for the pages where members start a visit, bundles the service worker, and
// writes a Brotli and a gzip copy of every text file. Run with the pinned Node: node
// packages/web/build.mjs
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { contractData } from './contract-data.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
// Inside the package, so that its imports resolve react and the router.
const draft = join(root, 'node_modules', '.prerender');
const configFile = join(root, 'vite.config.ts');

/**
 * The pages where a visit starts, by the first part of their address: the frame around each, and
 * its file. Each has its own HTML file, which lists everything the page needs up front. Keep in
 * sync with MEMBERS_FIRST and VISITORS_FIRST in src/app/site-routes.tsx.
 */
const FIRST_PAGES = {
  ...Object.fromEntries(
    ['home', 'user', 'users', 'messages', 'notifications', 'friends', 'cloud', 'publics'].map(
      (name) => [name, ['member-frame', name]],
    ),
  ),
  chat: ['member-frame', 'messages'],
  games: ['member-frame', 'game-pages'],
  ...Object.fromEntries(
    ['login', 'register', 'forgot-password'].map((name) => [name, ['visitor-frame', name]]),
  ),
  store: ['visitor-frame', 'game-pages'],
};

/** Below this many characters, before compression, a request costs more than a module's content. */
const SMALL_MODULE = 2_000;

process.env.NODE_ENV = 'production';

await build({
  root,
  configFile,
  logLevel: 'warn',
  build: { rolldownOptions: { output: { codeSplitting: { groups: await groupFirstFiles() } } } },
});
await build({
  root,
  configFile,
  logLevel: 'warn',
  build: {
    ssr: join(root, 'src/prerender.tsx'),
    outDir: draft,
    emptyOutDir: true,
    manifest: false,
    copyPublicDir: false,
    rolldownOptions: {
      output: { entryFileNames: 'prerender.mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const index = readFileSync(join(dist, 'index.html'), 'utf8');
const { drawLanding } = await import(pathToFileURL(join(draft, 'prerender.mjs')).href);
writeFileSync(join(dist, 'greeting.html'), placeLanding(index, await drawLanding()));
const SITE = ['src/app/site-routes.tsx', 'src/app/providers.tsx'];
writeFileSync(join(dist, 'index.html'), preload(index, SITE));
for (const [name, [frame, page]] of Object.entries(FIRST_PAGES))
  writeFileSync(
    join(dist, `${name}.html`),
    withoutFonts(
      preload(index, [...SITE, `src/app/frame/${frame}.tsx`, `src/app/pages/${page}.tsx`]),
    ),
  );
rmSync(draft, { recursive: true, force: true });
preloadFirstScripts();
await buildWorker();
await compressAll();

/**
 * Over a connection that fetches six files at a time, seventy small files take longer than their
 * content does. So a draft build determines
 * what the members' first pages really load, and the shared modules are grouped into a few files.
 * Modules that visitors' pages load too stay separate.
 */
async function groupFirstFiles() {
  const imports = new Map();
  const graph = {
    name: 'module-graph',
    generateBundle() {
      for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id).importedIds);
    },
  };
  const { output } = await build({
    root,
    configFile,
    logLevel: 'error',
    plugins: [graph],
    build: { write: false },
  });
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const loadedBy = (...files) => {
    const [modules, seen] = [new Set(), new Set()];
    const visit = (name) => {
      if (seen.has(name) || !chunks.has(name)) return;
      seen.add(name);
      for (const id of chunks.get(name).moduleIds) modules.add(id);
      chunks.get(name).imports.forEach(visit);
    };
    for (const chunk of chunks.values())
      if (
        files.some((file) =>
          chunk.facadeModuleId?.endsWith(file === 'main' ? '/index.html' : `/src/app/${file}.tsx`),
        )
      )
        visit(chunk.fileName);
    return modules;
  };
  const pages = (...names) => names.map((name) => `pages/${name}`);
  const [landing, visitors] = [
    loadedBy('main', ...pages('landing')),
    loadedBy(
      'frame/visitor-frame',
      ...pages(
        'login',
        'register',
        'forgot-password',
        'return-password',
        'not-activated',
        'activate',
      ),
    ),
  ];
  const [providers, frame, home, others] = [
    loadedBy('providers'),
    loadedBy('frame/member-frame'),
    loadedBy(...pages('home')),
    loadedBy(...pages('user', 'users', 'userpost', 'messages', 'photos', 'friends')),
  ];
  const homeAlone = new Set(
    [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith('/src/app/pages/home.tsx'))
      .moduleIds,
  );
  const sizes = new Map(
    [...chunks.values()].flatMap(({ modules }) =>
      Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength]),
    ),
  );
  const isMembers = (id) => providers.has(id) || frame.has(id) || home.has(id);
  const isIcon = (id) =>
    id.startsWith('\0icon:') && others.has(id) && !landing.has(id) && !visitors.has(id);
  const isOtherIcon = (id) => id.startsWith('\0icon:') && !isMembers(id);
  // A group also pulls in what its modules import, so modules that fewer pages need come later.
  const groups = [
    { name: 'everywhere', test: (id) => landing.has(id) && isMembers(id) },
    { name: 'providers', test: (id) => providers.has(id) },
    { name: 'forms', test: (id) => visitors.has(id) && isMembers(id) },
    { name: 'member', test: (id) => frame.has(id) || (home.has(id) && others.has(id)) },
    // An icon is a few hundred characters: one file per icon costs more than all icons together.
    { name: 'icons', test: isIcon },
    { name: 'landing-icons', test: (id) => isOtherIcon(id) && landing.has(id) },
    { name: 'visitor-icons', test: (id) => isOtherIcon(id) && visitors.has(id) },
    { name: 'more-icons', test: isOtherIcon },
    // The few lines that the home page shares with individual other pages.
    { name: 'lines', test: (id) => home.has(id) && !homeAlone.has(id) },
  ];
  const isPlaced = (id) => groups.some(({ test }) => test(id));
  // The small parts that a page shares with other pages, unless they would pull in large ones.
  const partsOf = (page) => {
    const own = new Set(
      [...chunks.values()].find((chunk) =>
        chunk.facadeModuleId?.endsWith(`/src/app/pages/${page}.tsx`),
      ).moduleIds,
    );
    const parts = new Set(
      [...loadedBy(...pages(page))].filter(
        (id) =>
          !own.has(id) &&
          !landing.has(id) &&
          !visitors.has(id) &&
          !isPlaced(id) &&
          (sizes.get(id) ?? 0) < SMALL_MODULE,
      ),
    );
    const pullsInMore = (id) => imports.get(id)?.some((to) => !parts.has(to) && !isPlaced(to));
    for (let large = [...parts].filter(pullsInMore); large.length > 0;) {
      for (const id of large) parts.delete(id);
      large = [...parts].filter(pullsInMore);
    }
    return parts;
  };
  for (const [name, page] of [
    ['parts', 'user'],
    ['room-parts', 'messages'],
  ]) {
    const parts = partsOf(page);
    groups.push({ name, test: (id) => parts.has(id) });
  }
  return groups;
}

function placeLanding(page, landing) {
  const style = /<[^>]*\sstyle="[^"]*"/.exec(landing);
  if (style)
    throw new Error(
      `The landing has a style attribute, which the page's CSP would ignore: ${style[0]}`,
    );
  if (!page.includes('<!--page-->')) throw new Error('index.html has lost its place for a page');
  return startAfterPaint(withStyles(preload(page, ['src/app/pages/landing.tsx']))).replace(
    '<!--page-->',
    () => landing,
  );
}

/**
 * Writes the styles into the page, which is painted one round trip earlier. The address stays for
 * load-chunk.ts, which looks for it before it loads a file.
 */
function withStyles(page) {
  return page.replaceAll(
    /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g,
    (_, file) =>
      `<style href="${file}" nonce="__CSP_NONCE__">${readFileSync(join(dist, file), 'utf8')}</style>`,
  );
}

/**
 * Lets a rendered page be painted before its scripts are compiled and run: they are fetched at low
 * priority and started one frame later.
 */
function startAfterPaint(page) {
  const scripts = [];
  const rest = page.replaceAll(
    / *<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"[^>]*>(?:<\/script>)?\n/g,
    (_, file) => {
      scripts.push(file);
      return '';
    },
  );
  const links = scripts.map(
    (file) =>
      `  <link rel="preload" as="script" fetchpriority="low" crossorigin href="${file}" nonce="__CSP_NONCE__">\n`,
  );
  const start = `  <script nonce="__CSP_NONCE__">
    requestAnimationFrame(function () { setTimeout(function () { import('${scripts[0]}'); }); });
  </script>
`;
  return rest.replace('</head>', () => `${links.join('')}${start}  </head>`);
}

/**
 * Adds the files of the entries to the page, so that the browser requests them at once and paints
 * with the right CSS.
 */
function preload(page, entries) {
  const found = { scripts: [], styles: [], seen: new Set() };
  for (const entry of entries) {
    // A file that has moved would be requested late, and nothing else would show it.
    if (!(entry in manifest)) throw new Error(`${entry} is no entry of the build`);
    filesOf(entry, found);
  }
  const links = [
    ...found.styles.map(
      (file) => `<link rel="stylesheet" crossorigin href="/${file}" nonce="__CSP_NONCE__">`,
    ),
    ...found.scripts.map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}" nonce="__CSP_NONCE__">`,
    ),
  ].filter((link) => !page.includes(/href="([^"]+)"/.exec(link)[1]));
  return page.replace('</head>', `${links.map((link) => `  ${link}\n`).join('')}  </head>`);
}

/**
 * Removes the font preloads from pages whose text is drawn by scripts: there the page's first
 * script requests the fonts when they are needed.
 */
function withoutFonts(page) {
  return page.replaceAll(/ *<link rel="preload"[^>]* as="font"[^>]*>\n/g, '');
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

/**
 * Marks the scripts of the first pages for eager compilation: the browser compiles them whole while
 * they download, in parallel with the page's own work, instead of function by function when each is
 * called. The file names stay: the same
 * content gets the same comment.
 */
function preloadFirstScripts() {
  const files = new Set(
    Object.keys(FIRST_PAGES).flatMap((name) =>
      [
        ...readFileSync(join(dist, `${name}.html`), 'utf8').matchAll(
          /(?:src|href)="\/(assets\/[^"]+\.js)"/g,
        ),
      ].map(([, file]) => file),
    ),
  );
  for (const file of files)
    writeFileSync(
      join(dist, file),
      `//# allFunctionsCalledOnLoad\n${readFileSync(join(dist, file), 'utf8')}`,
    );
}

/**
 * Bundles the service worker into one file at the root. Its version is that of everything it
 * stores: the names of the files have their content's hashes.
 */
async function buildWorker() {
  const found = { scripts: [], styles: [], seen: new Set() };
  const members = Object.values(FIRST_PAGES).filter(([frame]) => frame === 'member-frame');
  for (const entry of [
    'app/site-routes.tsx',
    'app/providers.tsx',
    'app/frame/member-frame.tsx',
    ...members.map(([, page]) => `app/pages/${page}.tsx`),
    'lib/network/kept-answers.ts',
  ])
    filesOf(`src/${entry}`, found);
  const named = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const files = [...new Set([...named, ...found.scripts, ...found.styles])].sort();
  const version = createHash('sha256').update(JSON.stringify(manifest)).update(index);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [contractData()],
    define: {
      BUILD: JSON.stringify(version.digest('hex').slice(0, 12)),
      SHELL_FILES: JSON.stringify(files.map((file) => `/${file}`)),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2024',
      lib: {
        entry: join(root, 'src/worker/main.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js',
      },
    },
  });
}

async function compressAll() {
  // HTML is excluded: the server writes a nonce into every copy that it sends.
  const text = /\.(js|css|svg|json|txt|webmanifest|map)$/;
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  // The longest files first, because at least two threads share the work.
  const contents = files
    .map((file) => ({ file, content: readFileSync(file) }))
    .filter(({ content }) => content.length > 1024)
    .sort((a, b) => b.content.length - a.content.length);
  await Promise.all(
    contents.flatMap(({ file, content }) => [
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }).then((small) => writeFileSync(`${file}.br`, small)),
      promisify(gzip)(content, { level: 9 }).then((small) => writeFileSync(`${file}.gz`, small)),
    ]),
  );
}

console.log(`Site built: ${relative(process.cwd(), dist) || dist}`);
