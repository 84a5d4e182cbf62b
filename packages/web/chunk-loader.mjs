/**
 * The module that Vite puts in front of each import() of the built site. The name is Vite's own.
 */
const HELPER = /^\0vite\/preload-helper\.js$/;
// An import() written here stays as it is. Anywhere else it would be routed through this module.
const SOURCE = `
import { loadChunk } from '#lib/network/load-chunk.ts';
export const __vitePreload = (load, files) => loadChunk(load, files, (address) => import(/* @vite-ignore */ address));
`;

/**
 * Routes each import() of the built site through lib/network/load-chunk.ts instead of Vite's
 * helper, and passes it the files of every chunk: Vite omits those of a chunk that needs no other.
 * @returns {import('vite').Plugin}
 */
export function chunkLoader() {
  return {
    name: 'chunk-loader',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (file, needed) => (needed.length > 0 ? needed : [file]),
        },
      },
    }),
    load: { filter: { id: HELPER }, handler: () => SOURCE },
  };
}
