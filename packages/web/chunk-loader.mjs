/** The module that Vite puts in front of each import() of the built site; the name is its own. */
const HELPER = /^\0vite\/preload-helper\.js$/;
// An import() that stands here is left as it is; anywhere else it would go through here.
const SOURCE = `
import { loadChunk } from '#lib/network/load-chunk.ts';
export const __vitePreload = (load, files) => loadChunk(load, files, (address) => import(/* @vite-ignore */ address));
`;

/**
 * Has each import() of the built site go through lib/load-chunk.ts instead of Vite's helper, and tells it the files of every chunk: Vite leaves out those of a chunk that needs no other.
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
