import { pathToFileURL } from 'node:url';
import { statSync } from 'node:fs';

const CONTRACT = /[\\/]packages[\\/]contract[\\/]src[\\/]\w[\w-]*\.ts$/;
const isRoute = (thing) => typeof thing?.method === 'string' && typeof thing.path === 'string';
/**
 * Returns what a caller needs of a route: its method and path, who may call it, whether a token is
 * sent to a call that needs none, and which fields of its form take several files.
 */
function forCallers({ method, path, access, knowsCaller, form }) {
  const files =
    form &&
    Object.fromEntries(Object.entries(form.files).map(([slot, { count }]) => [slot, { count }]));
  return { method, path, access, knowsCaller, ...(files && { form: { files } }) };
}
const isData = (thing) =>
  ['string', 'number', 'boolean'].includes(typeof thing) ||
  (Array.isArray(thing) && thing.every(isData));

/**
 * Strips the contract for the browser: keeps the routes but drops their request and response
 * schemas, which only the server uses. They would take
 * a tenth of the first page's size and run before it is drawn. Modules without routes stay as they
 * are written.
 * @returns {import('vite').Plugin}
 */
export function contractData() {
  return {
    name: 'contract-data',
    async load(id) {
      const file = id.replace(/[?#].*$/, '');
      if (!CONTRACT.test(file)) return null;
      this.addWatchFile(file);
      const things = Object.entries(
        await import(`${pathToFileURL(file)}?${statSync(file).mtimeMs}`),
      );
      if (!things.some(([, thing]) => isRoute(thing))) return null;
      return things
        .filter(([, thing]) => isRoute(thing) || isData(thing))
        .map(
          ([name, thing]) =>
            `export const ${name} = ${JSON.stringify(isRoute(thing) ? forCallers(thing) : thing)};`,
        )
        .join('\n');
    },
  };
}
