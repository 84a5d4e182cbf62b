import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './prepare.mjs';

/** Where texts for people are written. */
const FOLDERS = ['packages/contract/src', 'packages/server/src', 'packages/web/src'];
/** Tests, sample data of the demo, and the page that shows all components to developers. */
const NOT_SHOWN = /\.test\.tsx?$|\/demo\/|\/seed[\w-]*\.ts$|\/gallery\/|\/seeded-random\.ts$/;
const CYRILLIC = /[а-яё]/i;

/** Joins the parts of a text; what is filled in later is shown as `{…}`. */
const joinParts = (parts) => parts.join('{…}').replaceAll(/\s+/g, ' ').trim();

/** Returns the text of the direct children of an element, or '' if none of it is fixed. */
function textOfChildren(children) {
  const parts = [''];
  for (const child of children) {
    const fixed =
      child.type === 'JSXText'
        ? child.value
        : child.type === 'JSXExpressionContainer' && child.expression.type === 'Literal'
          ? String(child.expression.value)
          : undefined;
    if (fixed === undefined) parts.push('');
    else parts[parts.length - 1] += fixed;
  }
  return joinParts(parts);
}

function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral')
    return joinParts(node.quasis.map(({ value }) => value.cooked ?? value.raw));
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return textOfChildren(node.children);
  return '';
}

function collect(node, found) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) collect(one, found);
    return;
  }
  if (typeof node.type === 'string') {
    const text = textOf(node);
    if (CYRILLIC.test(text)) found.push({ at: node.start, text });
  }
  for (const [key, value] of Object.entries(node))
    if (key !== 'typeAnnotation' && typeof value === 'object') collect(value, found);
}

/**
 * Returns every text that people can read, by file, in the order of the files: labels, sentences,
 * errors, notifications and emails.
 * @param {(name: string, code: string) => { program: unknown }} parse the parser of Vite
 */
export function findTexts(parse) {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(ROOT, folder, name))
      .filter((path) => /\.tsx?$/.test(path) && !NOT_SHOWN.test(path)),
  ).toSorted();
  return files
    .map((path) => {
      const code = readFileSync(path, 'utf8');
      const found = [];
      collect(parse(path, code).program, found);
      const texts = found.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
      return { file: relative(ROOT, path), texts: [...new Set(texts)] };
    })
    .filter(({ texts }) => texts.length > 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { parseSync } = await import('vite');
  for (const { file, texts } of findTexts(parseSync)) {
    console.log(`\n${file}`);
    for (const text of texts) console.log(`  ${text.replaceAll('\n', ' ⏎ ')}`);
  }
}
