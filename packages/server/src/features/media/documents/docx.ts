import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import { openZipParts, xmlEncoding, type ZipParts } from './zip-parts.ts';

/** Where the main part is if nothing says otherwise. */
const USUAL_PART = 'word/document.xml';
/**
 * The type of the relationship to the main part; its beginning depends on the standard's edition.
 */
const MAIN_RELATIONSHIP = /\/officeDocument$/;
/**
 * Elements whose content is not part of the text: properties (their tabs are tab stops), what a
 * tracked change removed or moved away, and the second form of a text box, for programs that do not
 * support the first.
 */
const SKIPPED: ReadonlySet<string> = new Set([
  ...'pPr rPr tblPr trPr tcPr sectPr'.split(' '),
  ...'del moveFrom Fallback'.split(' '),
]);
const REMOVED: ReadonlySet<string> = new Set(['del', 'moveFrom']);
/** What empty elements stand for. */
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  ptab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '\u2011',
  softHyphen: '\u00ad',
};

/**
 * Returns the text of a docx; null if it is no docx, declares its own entities or unpacks to more
 * than `mostBytes`. Unpacks nothing but the list of relationships and the main part.
 */
export async function readDocx(path: string, mostBytes: number): Promise<string | null> {
  const parts = await openZipParts(path);
  try {
    const main = await findMainPart(parts);
    const stream = await parts.open(parts.has(main) ? main : USUAL_PART, mostBytes);
    if (stream === null) return null;
    const reader = makeTextReader();
    let decoder: TextDecoder | undefined;
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) return null;
      decoder ??= new TextDecoder(xmlEncoding(chunk));
      if (!reader.write(decoder.decode(chunk, { stream: true }))) break;
    }
    return reader.end();
  } finally {
    parts.close();
  }
}

/** Returns the name of the main part by the relationships of the document. */
async function findMainPart(parts: ZipParts): Promise<string> {
  const list = await parts.readList('_rels/.rels');
  let found: string | undefined;
  if (list !== null) {
    const parser = new SaxesParser();
    parser.on('error', () => {});
    parser.on('opentag', ({ name, attributes }) => {
      const { Type: type = '', Target: target = '' } = attributes as Record<string, string>;
      if (localName(name) === 'Relationship' && MAIN_RELATIONSHIP.test(type)) found ??= target;
    });
    parser.write(list).close();
  }
  return found === undefined ? USUAL_PART : resolve(decodeName(found));
}
/** Returns the name of a part that a relationship of the whole document points to. */
const resolve = (target: string): string => posix.normalize(`/${target.replaceAll('\\', '/')}`);
function decodeName(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Returns a reader of the XML of a main part. `write` returns false when the rest cannot be read;
 * `end` returns the text in order (runs, tabs, line ends, cells), or null if there is none to
 * trust: a document type declaration is never needed and enables entity attacks.
 */
function makeTextReader() {
  const out: string[] = [];
  /** The index of the last part that is not ''. */
  let last = -1;
  const add = (part: string) => {
    if (part !== '') last = out.length;
    out.push(part);
  };
  const open: string[] = [];
  let [skipped, isRefused, isBroken] = [0, false, false];
  /**
   * For each open paragraph: whether something was removed from it, whether its end was, so that the
   * next one continues it, and what came before it.
   */
  const paragraphs: { isRemoved: boolean; isJoined: boolean; before: number }[] = [];
  const parser = new SaxesParser();
  const put = (text: string) => {
    if (skipped === 0 && open.at(-1) === 't') add(text);
  };
  parser.on('doctype', () => (isRefused = true));
  parser.on('error', () => (isBroken = true));
  parser.on('text', put);
  parser.on('cdata', put);
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    open.push(name);
    const paragraph = paragraphs.at(-1);
    if (REMOVED.has(name) && paragraph !== undefined)
      paragraph[open.at(-2) === 'rPr' && open.at(-3) === 'pPr' ? 'isJoined' : 'isRemoved'] = true;
    if (SKIPPED.has(name)) skipped += 1;
    else if (skipped > 0) return;
    else if (name === 'p')
      paragraphs.push({ isRemoved: false, isJoined: false, before: out.length });
    else add(CHARACTERS[name] ?? '');
  });
  parser.on('closetag', (tag) => {
    const name = localName(tag.name);
    open.pop();
    if (SKIPPED.has(name)) skipped -= 1;
    else if (skipped > 0) return;
    else if (name === 'p') {
      const paragraph = paragraphs.pop();
      // A paragraph that was removed as a whole leaves no empty line.
      const isEmpty = last < (paragraph?.before ?? 0);
      const isGone = paragraph?.isJoined === true || (paragraph?.isRemoved === true && isEmpty);
      if (!isGone) add('\n');
    } else if (name === 'tc') add('\t');
    else if (name === 'tr') add('\n');
  });
  const isReadable = () => !isRefused && !isBroken;
  return {
    write(text: string): boolean {
      if (isReadable()) parser.write(text);
      return isReadable();
    },
    end(): string | null {
      const text = out.join('').replace(/\n\t/g, '\t').replace(/\t\n/g, '\n').trimEnd();
      return isRefused || (isBroken && text === '') ? null : text;
    },
  };
}
