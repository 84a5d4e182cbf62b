import yauzl from 'yauzl';
import { readAtMost } from '#platform/storage/read-stream.ts';

const PART = 'word/document.xml';
const MOST_ENTRIES = 2_000;

/**
 * Returns the text of a docx; null if it is no docx, declares its own entities or unpacks to more
 * than `mostBytes`. Unpacks nothing but the one part.
 */
export async function readDocx(path: string, mostBytes: number): Promise<string | null> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    let count = 0;
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > MOST_ENTRIES) return null;
      if (entry.fileName !== PART) continue;
      if (entry.uncompressedSize > mostBytes) return null;
      const xml = await readAtMost(await zip.openReadStreamPromise(entry), mostBytes);
      return xml === null ? null : textOfXml(xml.toString('utf8'));
    }
    return null;
  } finally {
    zip.close();
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const decode = (text: string) =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000)
        ? String.fromCodePoint(point)
        : '';
    },
  );

/**
 * Returns the text of a document in order: runs, tabs, line ends, cells. A document type
 * declaration is never needed and enables entity attacks, so a document with one is refused.
 */
export function textOfXml(xml: string): string | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return null;
  const out: string[] = [];
  let isRun = false;
  let fallbacks = 0;
  for (const [, closing, tag, selfClosed, text] of xml.matchAll(
    /<(\/?)([\w:.-]+)[^>]*?(\/?)>|([^<]+)/g,
  )) {
    if (text !== undefined) {
      if (isRun && fallbacks === 0) out.push(decode(text));
      continue;
    }
    const name = tag!.slice(tag!.indexOf(':') + 1);
    const ends = closing === '/' || selfClosed === '/';
    // A text box is written twice, the second time for programs that do not support the first form.
    if (name === 'Fallback') fallbacks += closing === '/' ? -1 : selfClosed === '/' ? 0 : 1;
    else if (name === 't') isRun = !ends;
    else if (fallbacks > 0) continue;
    else if (name === 'tab' && selfClosed === '/') out.push('\t');
    else if (name === 'br' || name === 'cr') out.push('\n');
    else if (name === 'p' && ends) out.push('\n');
    else if (name === 'tc' && closing === '/') out.push('\t');
    else if (name === 'tr' && closing === '/') out.push('\n');
  }
  return out.join('').replace(/\n\t/g, '\t').replace(/\t\n/g, '\n').trimEnd();
}
