import { pathToFileURL } from 'node:url';
import { statSync } from 'node:fs';

const CONTRACT = /[\\/]packages[\\/]contract[\\/]src[\\/]\w[\w-]*\.ts$/;
const isRoute = (thing) => typeof thing?.method === 'string' && typeof thing.path === 'string';
/** What a caller needs of a route: where it goes, who may call it, and which slots of its form take several files. */
function forCallers({ method, path, access, form }) {
  const files =
    form &&
    Object.fromEntries(Object.entries(form.files).map(([slot, { count }]) => [slot, { count }]));
  return { method, path, access, ...(files && { form: { files } }) };
}
const isData = (thing) =>
  ['string', 'number', 'boolean'].includes(typeof thing) ||
  (Array.isArray(thing) && thing.every(isData));

/**
 * The contract as the browser gets it: calls without the schemas of what they take and answer, which only the server looks at. They would be
 * a tenth of the first page, and run before it is drawn. Modules without calls stay as they are written.
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
