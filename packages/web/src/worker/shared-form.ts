/** What was shared with the site from another program. */
export type Shared = {
  text: string;
  files: File[];
  at: number;
  /** How many files were too many, too large together, or empty. */
  left?: number;
  /** The text had an end that is missing. */
  isCut?: boolean;
};

const MOST_FILES = 10;
/** In bytes: what all files of a message may have together. */
const MOST_BYTES = 100 * 2 ** 20;
/** Far more than any field takes: the member shortens the text, not the site. */
const MOST_TEXT = 100_000;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** Returns what the form of the share target holds, within limits, and what it leaves out. */
export function readSharedForm(form: FormData, at: number): Shared {
  const words = ['title', 'text', 'url'].map((name) => form.get(name));
  const lines = words.flatMap((word) =>
    typeof word === 'string' && word.trim() !== '' ? word.trim() : [],
  );
  // Programs put the address into the text too, or the text into the title.
  const text = lines
    .filter((line, index) =>
      lines.every((one, i) => i === index || !one.includes(line) || (one === line && index < i)),
    )
    .join('\n');
  const given = form.getAll('files').filter((one) => one instanceof File) as File[];
  let bytes = 0;
  const files = given
    .filter(({ size }) => size > 0)
    .slice(0, MOST_FILES)
    .filter(({ size }) => {
      if (bytes + size > MOST_BYTES) return false;
      bytes += size;
      return true;
    });
  return {
    text: text.slice(0, MOST_TEXT).replace(text.length > MOST_TEXT ? HALF_CHARACTER : '', ''),
    files,
    at,
    left: given.filter(({ size, name }) => size > 0 || name !== '').length - files.length,
    isCut: text.length > MOST_TEXT,
  };
}
