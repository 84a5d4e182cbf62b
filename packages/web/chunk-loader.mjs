/** The module that Vite puts in front of each import() of the built site; the name is its own. */
const HELPER = /^\0vite\/preload-helper\.js$/;

/**
 * Has each import() of the built site go through lib/load-chunk.ts instead of Vite's helper, and tells it the files of every chunk: Vite leaves out those of a chunk that needs no other.
 * @returns {import('vite').Plugin}
 */
export function chunkLoader() {
  return {
    name: 'chunk-loader',
    enforce: 'pre',
    config: () => ({ build: { modulePreload: { resolveDependencies: (file, needed) => (needed.length > 0 ? needed : [file]) } } }),
    load: { filter: { id: HELPER }, handler: () => "export { loadChunk as __vitePreload } from '#lib/load-chunk.ts';\n" },
  };
}
