import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const PREFIX = 'icon:';
const LINES =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
const PATH = /<path d="([^"]*)"\/>/gu;
/** @type {{ icons: Record<string, { body: string }>, aliases?: Record<string, { parent: string }> } | undefined} */
let set;

/**
 * Resolves `icon:heart` to a module with the component of that icon. The whole set is one data
 * file: as a package of components
 * it would make up two fifths of all files that an installation writes.
 * @returns {import('vite').Plugin}
 */
export function iconModules() {
  return {
    name: 'icon-modules',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      set ??= JSON.parse(
        readFileSync(
          createRequire(import.meta.url).resolve('@iconify-json/tabler/icons.json'),
          'utf8',
        ),
      );
      const body = (set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''])?.body;
      if (body === undefined) throw new Error(`The icon set has no drawing «${name}»`);
      const isFilled = !body.includes(LINES);
      const shapes = body
        .replaceAll(LINES, '')
        .replaceAll(' fill="currentColor"', '')
        .replace(/^<g>(.*)<\/g>$/u, '$1');
      if (shapes.replace(PATH, '') !== '')
        throw new Error(`The drawing «${name}» is more than plain paths: ${shapes}`);
      const paths = Array.from(shapes.matchAll(PATH), ([, path]) => path);
      return `import { makeIcon } from '#ui/icon.tsx';\nexport default /* @__PURE__ */ makeIcon(${JSON.stringify(paths)}, ${isFilled});\n`;
    },
  };
}
