// Builds the woff2 files of src/ui/fonts from the packages @fontsource-variable/onest and
// @fontsource/unbounded: only the characters that Russian texts use, and of Onest only the weights
// 400–700. All four files together are under 50 KB. The results are committed, so run this only to
// change them: npm install --no-save subset-font@2.9.0 && node packages/web/fonts/make-fonts.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const target = new URL('../src/ui/fonts/', import.meta.url);

const run = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)).join('');
const latin = `${run(0x20, 0x7e)}\u00a0\u00ad©«»°±·×÷–—‘’‚“”„•…‹›€−`;
const cyrillic = `${run(0x400, 0x45f)}\u0490\u0491\u2116\u0301`;
const russian = `${run(0x410, 0x44f)}ЁёІіЇїЄєЎўҐґ`;

const faces = [
  [
    'onest-cyrillic',
    '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2',
    cyrillic,
    { variationAxes: { wght: { min: 400, max: 700 } } },
  ],
  [
    'onest-latin',
    '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2',
    latin,
    { variationAxes: { wght: { min: 400, max: 700 } } },
  ],
  [
    'unbounded-cyrillic',
    '@fontsource/unbounded/files/unbounded-cyrillic-700-normal.woff2',
    russian,
    { noLayoutClosure: true },
  ],
  [
    'unbounded-latin',
    '@fontsource/unbounded/files/unbounded-latin-700-normal.woff2',
    latin,
    { noLayoutClosure: true },
  ],
];

mkdirSync(target, { recursive: true });
let total = 0;
for (const [name, source, text, options] of faces) {
  const made = await subsetFont(readFileSync(require.resolve(source)), text, {
    targetFormat: 'woff2',
    ...options,
  });
  writeFileSync(new URL(`${name}.woff2`, target), made);
  total += made.length;
  console.log(`${name}.woff2  ${made.length} bytes`);
}
console.log(`in all  ${total} bytes`);
