/** The encodings a text without a byte order mark may have besides UTF-8. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'ibm866' | 'koi8-r';
/** `isCertain` is false if the bytes only look like the encoding. */
export type Detected = { encoding: Encoding; isCertain: boolean };

/** Detection looks at the beginning: more bytes change no answer. */
const SAMPLE_BYTES = 64 * 1024;
/** The least share of valid sequences among the non-ASCII ones of a damaged UTF-8 text. */
const UTF8_SHARE = 0.8;
/** The least share of plausible characters in UTF-16 without a byte order mark. */
const UTF16_SHARE = 0.95;

/** Returns the encoding of the beginning of a text. */
export function detectEncoding(bytes: Buffer): Detected {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const marked = findMark(sample);
  if (marked !== null) return { encoding: marked, isCertain: true };
  const { valid, invalid } = countUtf8(sample);
  if (invalid === 0 && !sample.includes(0)) return { encoding: 'utf-8', isCertain: true };
  const wide = findWide(sample);
  if (wide !== null) return { encoding: wide, isCertain: false };
  if (valid >= (valid + invalid) * UTF8_SHARE)
    return { encoding: 'utf-8', isCertain: invalid === 0 };
  return { encoding: findCyrillic(sample), isCertain: false };
}

function findMark(bytes: Buffer): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/**
 * Counts the valid multi-byte sequences of UTF-8, and the bytes that belong to none. A sequence
 * that is cut at the end is not counted.
 */
function countUtf8(bytes: Buffer): { valid: number; invalid: number } {
  let [valid, invalid] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!;
    const length =
      first < 0x80
        ? 1
        : first < 0xc2
          ? 0
          : first < 0xe0
            ? 2
            : first < 0xf0
              ? 3
              : first < 0xf5
                ? 4
                : 0;
    let found = 1;
    while (found < length && ((bytes[at + found] ?? 0) & 0xc0) === 0x80) found += 1;
    if (length === 1) at += 1;
    else if (length > 0 && found === length) {
      valid += 1;
      at += length;
    } else if (length > 0 && at + found === bytes.length) break;
    else {
      invalid += 1;
      at += 1;
    }
  }
  return { valid, invalid };
}

/** Returns the byte order of UTF-16 without a mark, or null if the bytes are no such text. */
function findWide(bytes: Buffer): Encoding | null {
  const pairs = bytes.length >> 1;
  if (pairs < 2) return null;
  let [little, big] = [0, 0];
  for (let at = 0; at < pairs * 2; at += 2) {
    if (isPlausible(bytes[at + 1]!, bytes[at]!)) little += 1;
    if (isPlausible(bytes[at]!, bytes[at + 1]!)) big += 1;
  }
  if (Math.max(little, big) < pairs * UTF16_SHARE) return null;
  return little >= big ? 'utf-16le' : 'utf-16be';
}
/** A Latin or Cyrillic letter, a digit, a line end, or general punctuation. */
const isPlausible = (high: number, low: number): boolean =>
  (high === 0x00 && (low >= 0x20 || (low >= 0x09 && low <= 0x0d))) ||
  (high === 0x04 && low <= 0x5f) ||
  (high === 0x20 && low >= 0x10 && low <= 0x3a) ||
  (high === 0x21 && low === 0x16);

/**
 * Russian letters by frequency, and their shares in per mille (the main corpus of ruscorpora.ru).
 */
const LETTERS = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ';
const PER_MILLE = [
  109.7, 84.5, 80.1, 73.5, 67, 62.6, 54.7, 47.3, 45.4, 44, 34.9, 32.1, 29.8, 28.1, 26.2, 20.1, 19,
  17.4, 17, 16.5, 15.9, 14.4, 12.1, 9.7, 9.4, 7.3, 6.4, 4.8, 3.6, 3.2, 2.6, 2, 0.4,
];
const FREQUENCIES = new Map([...LETTERS].map((letter, index) => [letter, PER_MILLE[index]!]));
const PUNCTUATION = '«»—–…№“”„’\u00a0°§';
const WEIGHT = { punctuation: Math.log(0.01), other: Math.log(0.0003), capital: -0.3, inner: -4 };
/** windows-1251 is by far the most common of the three; a short text needs this much evidence. */
const CYRILLIC: readonly (readonly [encoding: Encoding, handicap: number])[] = [
  ['windows-1251', 0],
  ['ibm866', -2],
  ['koi8-r', -2],
];
/** Returns the encoding in which the bytes look most like Russian. */
function findCyrillic(bytes: Buffer): Encoding {
  const [best] = CYRILLIC.map(
    ([encoding, handicap]) =>
      [encoding, handicap + likelihood(new TextDecoder(encoding).decode(bytes))] as const,
  ).sort(([, one], [, other]) => other - one);
  return best![0];
}
/** The logarithm of how likely the non-ASCII characters are in a Russian text. */
function likelihood(text: string): number {
  let sum = 0;
  let wasSmall = false;
  for (const character of text) {
    const small = character.toLowerCase();
    const frequency = FREQUENCIES.get(small);
    const isCapital = small !== character;
    if (character > '\u007f') {
      if (frequency === undefined)
        sum += PUNCTUATION.includes(character) ? WEIGHT.punctuation : WEIGHT.other;
      else sum += Math.log(frequency / 1000) + (isCapital ? WEIGHT.capital : 0);
      if (isCapital && wasSmall) sum += WEIGHT.inner;
    }
    wasSmall = frequency !== undefined && !isCapital;
  }
  return sum;
}
