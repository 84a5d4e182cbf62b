// Puts the reader of PDF (pdf.js) beside the site's own chunks, whole and as it is made: /assets/pdf-<version>/. It is asked for with the first
// document that is opened, its parts ask for each other by their names, and it is built small already.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const read = (name) => readFileSync(require.resolve(`pdfjs-dist/${name}`));
/** What the site calls it, and what it is in the package: the reader, its worker, and what unpacks scanned pages. */
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
