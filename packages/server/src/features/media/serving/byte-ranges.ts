export type Conditions = {
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
  range?: string | undefined;
  'if-range'?: string | string[] | undefined;
};
export type Version = { bytes: number; etag: string; changedAt: Date };
export type Verdict =
  | { status: 200 }
  | { status: 304 }
  | { status: 416 }
  | { status: 206; start: number; end: number };

/** HTTP dates have no milliseconds. */
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const parseSeconds = (text: string) => Math.floor(Date.parse(text) / 1000);

/**
 * Returns how to answer a GET with these headers (RFC 9110, 13.2.2): `end` is inclusive. HEAD and
 * several ranges at once get the whole file.
 */
export function checkCode(headers: Conditions, version: Version, isHead: boolean): Verdict {
  if (headers['if-none-match'] !== undefined) {
    if (namesTag(headers['if-none-match'], version.etag)) return { status: 304 };
  } else if (
    headers['if-modified-since'] !== undefined &&
    seconds(version.changedAt) <= parseSeconds(headers['if-modified-since'])
  ) {
    return { status: 304 };
  }
  if (isHead || headers.range === undefined || !isStill(headers['if-range'], version))
    return { status: 200 };
  return readRange(headers.range, version.bytes);
}

function namesTag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * `If-Range` compares strongly: a weak tag, a date that is not exactly ours or two values never
 * match.
 */
function isStill(header: string | string[] | undefined, { etag, changedAt }: Version): boolean {
  if (header === undefined) return true;
  if (typeof header !== 'string') return false;
  return header.startsWith('"') ? header === etag : parseSeconds(header) === seconds(changedAt);
}

function readRange(header: string, bytes: number): Verdict {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header);
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return { status: 200 };
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? { status: 416 } : { status: 206, start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Number(last);
  if (last !== '' && end < start) return { status: 200 };
  return start >= bytes ? { status: 416 } : { status: 206, start, end: Math.min(end, bytes - 1) };
}
