// Copies the PDF reader (pdf.js) next to the site's own chunks, unmodified: /assets/pdf-<version>/.
// The site requests it when the first document is opened. Its parts request each other by name, and
// it is already minified.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const read = (name) => readFileSync(require.resolve(`pdfjs-dist/${name}`));
/**
 * Maps the site's file name to the file in the package: the reader, its worker, and the decoders
 * for scanned pages.
 */
const PARTS = {
  'pdf.js': 'build/pdf.min.mjs',
  'pdf.worker.js': 'build/pdf.worker.min.mjs',
  'openjpeg.wasm': 'wasm/openjpeg.wasm',
  'jbig2.wasm': 'wasm/jbig2.wasm',
  'qcms_bg.wasm': 'wasm/qcms_bg.wasm',
};

/** @returns {import('vite').Plugin} */
export function pdfParts() {
  const { version } = JSON.parse(read('package.json').toString());
  const folder = `assets/pdf-${version}`;
  return {
    name: 'pdf-parts',
    config: () => ({ define: { __PDF_URL__: JSON.stringify(`/${folder}/`) } }),
    configureServer(server) {
      for (const [name, part] of Object.entries(PARTS))
        server.middlewares.use(`/${folder}/${name}`, (_request, response) => {
          response.setHeader(
            'content-type',
            name.endsWith('.js') ? 'text/javascript' : 'application/wasm',
          );
          response.end(read(part));
        });
    },
    generateBundle() {
      if (this.environment.config.consumer !== 'client') return;
      for (const [name, part] of Object.entries(PARTS))
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: read(part) });
    },
  };
}
