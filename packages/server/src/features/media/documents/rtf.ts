/** Groups whose content is not part of the text (Rich Text Format Specification 1.9.1). */
const DESTINATIONS: ReadonlySet<string> = new Set([
  ...'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl info'.split(' '),
  ...'pict object header headerl headerr headerf footer footerl footerr'.split(' '),
  ...'footerf generator xmlnstbl themedata datastore latentstyles fldinst'.split(' '),
  ...'deleted bkmkstart bkmkend nonshppict ftnsep pntxta pntxtb'.split(' '),
]);
const SYMBOLS: Readonly<Record<string, string>> = {
  par: '\n',
  sect: '\n',
  page: '\n',
  line: '\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
  '~': '\u00a0',
  _: '\u2011',
  '-': '\u00ad',
  '\n': '\n',
  '\r': '\n',
  '{': '{',
  '}': '}',
  '\\': '\\',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};
/** Code pages by the character set of a font; others use the code page of the document. */
const CHARSETS: Readonly<Record<number, number>> = { 204: 1251, 238: 1250, 161: 1253 };
const USUAL_PAGE = 1252;
/** A control word with its number, a control symbol, a byte as `\'hh`, a brace, or text. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;

type Group = { isSkipped: boolean; page: number; fallback: number; font: number };

/** Returns the text of an RTF document, given as latin-1; null if it is none. */
export function readRtf(source: string): string | null {
  if (!source.startsWith('{\\rtf')) return null;
  const out: string[] = [];
  const fonts = new Map<number, number>();
  const groups: Group[] = [];
  let group: Group = { isSkipped: false, page: USUAL_PAGE, fallback: 1, font: 0 };
  let [isFonts, passed, bytes, page] = [false, 0, [] as number[], USUAL_PAGE];
  const flush = () => {
    if (bytes.length > 0) out.push(decoderOf(group.page).decode(Uint8Array.from(bytes)));
    bytes = [];
  };
  const put = (text: string) => {
    if (group.isSkipped) return;
    flush();
    out.push(text);
  };
  const putByte = (value: number) => {
    // A character that RTF writes twice: as a number, and for old programs.
    if (passed > 0) passed -= 1;
    else if (!group.isSkipped) bytes.push(value);
  };
  const control = (word: string, number: number | undefined) => {
    if (word === 'fonttbl') isFonts = true;
    if (DESTINATIONS.has(word)) group.isSkipped = true;
    else if (word === 'ansicpg') {
      page = number ?? USUAL_PAGE;
      group.page = page;
    } else if (word === 'uc') group.fallback = number ?? 1;
    else if (word === 'f') {
      flush();
      group.font = number ?? 0;
      if (!isFonts) group.page = fonts.get(group.font) ?? page;
    } else if (word === 'fcharset' && isFonts) {
      const own = CHARSETS[number ?? 0];
      if (own !== undefined) fonts.set(group.font, own);
    } else if (word === 'u') {
      put(String.fromCharCode((number ?? 0) & 0xffff));
      passed = group.fallback;
    } else if (SYMBOLS[word] !== undefined) put(SYMBOLS[word]);
  };
  for (const [, word, number, byte, symbol, brace, text] of source.matchAll(TOKEN)) {
    if (brace === '{') {
      flush();
      groups.push(group);
      group = { ...group };
      passed = 0;
    } else if (brace === '}') {
      flush();
      group = groups.pop() ?? group;
      isFonts &&= groups.length > 1;
      passed = 0;
    } else if (byte !== undefined) putByte(Number.parseInt(byte, 16));
    else if (text !== undefined && group.isSkipped && passed === 0) continue;
    else if (text !== undefined) for (const one of text) putByte(one.charCodeAt(0));
    else if (symbol === '*') group.isSkipped = true;
    else if (word !== undefined)
      control(word, number === undefined ? undefined : Number.parseInt(number, 10));
    else if (symbol !== undefined && SYMBOLS[symbol] !== undefined) put(SYMBOLS[symbol]);
  }
  flush();
  return out.join('').replace(/\t\n/g, '\n').trim();
}

function decoderOf(page: number): TextDecoder {
  try {
    return new TextDecoder(page === 65_001 ? 'utf-8' : page === 866 ? 'ibm866' : `windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
