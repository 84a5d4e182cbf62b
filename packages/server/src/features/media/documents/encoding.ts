/** The encodings a text without a byte order mark may have besides UTF-8. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'ibm866' | 'koi8-r';
/** `isCertain` is false if the bytes only look like the encoding. */
export type Detected = { encoding: Encoding; isCertain: boolean };

/** So many bytes of the beginning, or of what is not ASCII, tell the encoding. */
const SAMPLE_BYTES = 64 * 1024;
/** Returns the encoding of the beginning of a text. */
export function detectEncoding(bytes: Buffer): Detected {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const marked = findMark(bytes);
  if (marked !== null) return { encoding: marked, isCertain: true };
  // A log in English may have its first Russian line far behind the sample.
  const isUtf8 = isValidUtf8(bytes);
  if (isUtf8 && !sample.includes(0) && !sample.includes(CYRILLIC_BLOCK))
    return { encoding: 'utf-8', isCertain: true };
  const wide = findWide(sample);
  if (wide !== null) return { encoding: wide, isCertain: false };
  if (isUtf8) return { encoding: 'utf-8', isCertain: true };
  return { encoding: findLikeliest(bytes), isCertain: false };
}

function findMark(bytes: Buffer): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** Returns whether bytes are UTF-8; the last character may be cut. */
function isValidUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The high byte of Cyrillic letters in UTF-16; no other text contains it. */
const CYRILLIC_BLOCK = 0x04;
/**
 * What UTF-16 without a byte order mark must have at least: the share of plausible characters, and
 * that of Latin and Cyrillic ones, which no other encoding writes with such a byte.
 */
const UTF16_SHARE = { plausible: 0.95, own: 0.2 };

/** Returns the byte order of UTF-16 without a mark, or null if the bytes are no such text. */
function findWide(bytes: Buffer): Encoding | null {
  const found = ([encoding, first, second]: readonly [Encoding, number, number]) => {
    let [units, plausible, own] = [0, 0, 0];
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      const unit = bytes[at + first]! * 256 + bytes[at + second]!;
      // NULs belong to no text in any encoding.
      if (unit === 0) continue;
      units += 1;
      if (isOwn(unit)) own += 1;
      else if (isPlausible(unit)) plausible += 1;
    }
    const isWide =
      own >= Math.max(1, units * UTF16_SHARE.own) &&
      own + plausible >= units * UTF16_SHARE.plausible;
    return { encoding, own: isWide ? own : 0 };
  };
  const [little, big] = [found(['utf-16le', 1, 0]), found(['utf-16be', 0, 1])];
  const best = little.own >= big.own ? little : big;
  return best.own === 0 ? null : best.encoding;
}

/** A Latin or Cyrillic letter, a digit, a line end. */
const isOwn = (unit: number): boolean =>
  (unit >= 0x20 && unit <= 0xff) ||
  (unit >= 0x09 && unit <= 0x0d) ||
  (unit >= 0x400 && unit <= 0x45f);
/** Other alphabets, signs, Chinese and Japanese, and the halves of emoji. */
const isPlausible = (unit: number): boolean =>
  (unit >= 0x100 && unit <= 0x52f) ||
  (unit >= 0x2010 && unit <= 0x2bff) ||
  (unit >= 0x3000 && unit <= 0x30ff) ||
  (unit >= 0x4e00 && unit <= 0x9fff) ||
  (unit >= 0xd800 && unit <= 0xdfff) ||
  unit === 0xfe0f ||
  (unit >= 0xff01 && unit <= 0xff5e);

/**
 * Russian letters by frequency, and their shares in per mille (the main corpus of ruscorpora.ru).
 */
const LETTERS = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ';
const PER_MILLE = [
  109.7, 84.5, 80.1, 73.5, 67, 62.6, 54.7, 47.3, 45.4, 44, 34.9, 32.1, 29.8, 28.1, 26.2, 20.1, 19,
  17.4, 17, 16.5, 15.9, 14.4, 12.1, 9.7, 9.4, 7.3, 6.4, 4.8, 3.6, 3.2, 2.6, 2, 0.4,
];
const FREQUENCIES = new Map([...LETTERS].map((letter, index) => [letter, PER_MILLE[index]!]));
/** Letters of Ukrainian and Belarusian are rarer than any Russian one among all texts. */
for (const letter of 'іїєґў') FREQUENCIES.set(letter, 2);

const PUNCTUATION = '«»—–…№“”„’\u00a0°§';
/** Frames, shades and blocks of DOS programs. */
const isFrame = (character: string): boolean => character >= '\u2500' && character <= '\u25a0';
/**
 * Logarithms of probabilities. `capital` and `inner`, a capital behind a small letter, are added to
 * that of a letter.
 */
const WEIGHT = {
  punctuation: Math.log(0.01),
  other: Math.log(0.0003),
  capital: -0.3,
  inner: -4,
} as const;
/** How many equal bytes, and how many equal parts of a frame, say something about the encoding. */
const MOST_EQUAL = { bytes: 3, frames: 2 } as const;
/** UTF-8 and windows-1251 are by far the most common; a short text needs this much evidence. */
const CANDIDATES: readonly (readonly [encoding: Encoding, handicap: number])[] = [
  ['utf-8', 0],
  ['windows-1251', -1],
  ['ibm866', -3],
  ['koi8-r', -3],
];

/**
 * Returns what is not ASCII, without the rest of long runs of one byte; what is ASCII between it
 * becomes one space.
 */
function pickTelling(bytes: Buffer): Buffer {
  const telling = Buffer.alloc(SAMPLE_BYTES);
  let length = 0;
  let equal = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE_BYTES; at += 1) {
    const byte = bytes[at]! < 0x80 ? 0x20 : bytes[at]!;
    equal = length > 0 && byte === telling[length - 1] ? equal + 1 : 1;
    if (equal > (byte === 0x20 ? 1 : MOST_EQUAL.bytes)) continue;
    telling[length] = byte;
    length += 1;
  }
  return telling.subarray(0, length);
}

/** Returns the encoding in which the bytes look most like Russian; UTF-8 is damaged then. */
function findLikeliest(bytes: Buffer): Encoding {
  const telling = pickTelling(bytes);
  const [best] = CANDIDATES.map(
    ([encoding, handicap]) =>
      [encoding, handicap + likelihood(new TextDecoder(encoding).decode(telling))] as const,
  ).sort(([, one], [, other]) => other - one);
  return best![0];
}

const VOWELS = 'аеёиоуыэюяіїє';
/** Logarithms of how much likelier than by chance a vowel or a consonant follows another. */
const FOLLOWS = { vowels: -1.2, consonants: -0.4, different: 0.4, impossible: -4 } as const;

/** Returns how well a letter follows the one before it, '' at the beginning of a word. */
function fit(before: string, letter: string): number {
  const [isVowel, wasVowel] = [VOWELS.includes(letter), VOWELS.includes(before || ' ')];
  if ('ьъы'.includes(letter) && (wasVowel || before === '')) return FOLLOWS.impossible;
  if (before === '') return 0;
  if (letter === 'й' && !wasVowel) return FOLLOWS.impossible;
  if (isVowel !== wasVowel) return FOLLOWS.different;
  return isVowel ? FOLLOWS.vowels : FOLLOWS.consonants;
}

/** The logarithm of how likely the non-ASCII characters are in a Russian text. */
function likelihood(text: string): number {
  let [sum, equal] = [0, 0];
  let [before, letter, wasSmall] = ['', '', false];
  for (const character of text) {
    const small = character.toLowerCase();
    const frequency = FREQUENCIES.get(small);
    const isCapital = small !== character;
    equal = character === before ? equal + 1 : 1;
    if (frequency !== undefined)
      sum +=
        Math.log(frequency / 1000) +
        fit(letter, small) +
        (isCapital ? WEIGHT.capital : 0) +
        (isCapital && wasSmall ? WEIGHT.inner : 0);
    else if (isFrame(character)) sum += equal > MOST_EQUAL.frames ? 0 : WEIGHT.punctuation;
    else if (character > '\u007f')
      sum += PUNCTUATION.includes(character) ? WEIGHT.punctuation : WEIGHT.other;
    before = character;
    letter = frequency === undefined ? '' : small;
    wasSmall = letter !== '' && !isCapital;
  }
  return sum;
}
