import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkLoader } from './chunk-loader.mjs';
import { contractData } from './contract-data.mjs';
import { emojiData } from './emoji-data.mjs';
import { iconModules } from './icon-modules.mjs';
import { pdfParts } from './pdf-parts.mjs';

/**
 * The small parts of the design system that nearly every page shows. No file that imports Mantine
 * may be listed, because the landing loads them.
 */
const KIT = [
  ...['class-names', 'format', 'page', 'page-title', 'theme'].map((name) => `lib/${name}`),
  ...['document', 'fonts', 'icon', 'logo', 'tokens'].map((name) => `ui/${name}`),
  ...['art', 'badge', 'empty-state', 'skeleton', 'spinner'].map((name) => `ui/feedback/${name}`),
  ...['button', 'icon-button'].map((name) => `ui/forms/${name}`),
  'ui/layout/card',
  ...['avatar', 'creature'].map((name) => `ui/media/${name}`),
];

function isKit(id: string): boolean {
  const path = id.replaceAll('\\', '/');
  return KIT.some((name) => path.includes(`/src/${name}.`));
}

const server = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), chunkLoader(), emojiData(), contractData(), iconModules(), pdfParts()],
  // The server replaces the placeholder in every HTML file it sends; see docs/architecture.md.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/media': server },
  },
  build: {
    outDir: 'dist',
    target: 'es2024',
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        // Hexadecimal hashes cannot spell a word with the delimiters that ad blockers look for.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What every page needs, in three files instead of a dozen; each page is still its own
            // chunk.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/,
            },
            { name: 'kit', test: isKit },
          ],
        },
      },
    },
  },
  // Workers are built separately; their files are named like all others.
  worker: {
    rolldownOptions: {
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
  },
} as Parameters<typeof defineConfig>[0]);
