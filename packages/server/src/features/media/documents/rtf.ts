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
const CHARSETS: ReadonlyMap<number, number> = new Map(
  '128=932 129=949 134=936 136=950 161=1253 162=1254 163=1258 177=1255 178=1256 186=1257 204=1251 222=874 238=1250'
    .split(' ')
    .map((pair) => pair.split('=').map(Number) as [number, number]),
);
/** Code pages that are not called windows and their number. */
const PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  10_007: 'x-mac-cyrillic',
  20_866: 'koi8-r',
  65_001: 'utf-8',
};
const USUAL_PAGE = 1252;
/** The code page of documents in Russian, Ukrainian, Belarusian and Bulgarian that name none. */
const CYRILLIC_PAGE = 1251;
const CYRILLIC_LANGUAGES: ReadonlySet<number> = new Set([1049, 1058, 1059, 1026]);
/** A control word with its number, a control symbol, a byte as `\'hh`, a brace, or text. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;

/** How an RTF document begins; like those of a PDF, readers look for it in the first kilobyte. */
export const RTF_START = /\{\\rtf(?=[\d\\])/;
const START_BYTES = 1024;

type Group = { isSkipped: boolean; page: number; fallback: number; font: number };

/** Returns the text of an RTF document, given as latin-1; null if it is none. */
export function readRtf(file: string): string | null {
  const start = file.slice(0, START_BYTES).search(RTF_START);
  if (start === -1) return null;
  const source = withoutBinary(file.slice(start));
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
  const setPage = (own: number) => {
    page = own;
    group.page = own;
  };
  const control = (word: string, number: number | undefined) => {
    if (word === 'fonttbl') isFonts = true;
    if (DESTINATIONS.has(word)) group.isSkipped = true;
    else if (word === 'ansicpg') setPage(number ?? USUAL_PAGE);
    else if (word === 'mac') setPage(10_000);
    else if (word === 'deflang' && page === USUAL_PAGE && CYRILLIC_LANGUAGES.has(number ?? 0))
      setPage(CYRILLIC_PAGE);
    else if (word === 'uc') group.fallback = number ?? 1;
    else if (word === 'f') {
      flush();
      group.font = number ?? 0;
      if (!isFonts) group.page = fonts.get(group.font) ?? page;
    } else if ((word === 'fcharset' || word === 'cpg') && isFonts) {
      const own = word === 'cpg' ? number : CHARSETS.get(number ?? 0);
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

/** Removes binary data, which may contain braces: `\\bin` says how many bytes follow it. */
function withoutBinary(source: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const found of source.matchAll(/\\bin(\d{1,10}) ?/g)) {
    if (found.index < from) continue;
    parts.push(source.slice(from, found.index));
    from = found.index + found[0].length + Number(found[1]);
  }
  return parts.join('') + source.slice(from);
}

function decoderOf(page: number): TextDecoder {
  try {
    return new TextDecoder(PAGES[page] ?? `windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
