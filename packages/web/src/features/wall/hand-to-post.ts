import { FILES } from '@respa/contract/limits';
import { keptFilesAt } from '#lib/member/kept-files.ts';
import { keyOfInput, ownerOfInput } from '#lib/member/kept-owner.ts';
import { isAccepted, PICTURES } from '#ui/files/picked-files.ts';

/** Where the composer of a new post keeps what is written. */
const PLACE = 'post';
type Written = { text: string; audience: string; poll: unknown };

function readWritten(key: string): Written {
  const start: Written = { text: '', audience: 'all', poll: null };
  try {
    return { ...start, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Written>) };
  } catch {
    return start;
  }
}
/**
 * Adds a text and pictures to the post that the member is writing: its composer shows them when it
 * opens. What was written before stays above. Returns how many files a post cannot have.
 */
export async function handToPost(text: string, files: readonly File[]): Promise<number> {
  const key = keyOfInput(ownerOfInput(), PLACE);
  const written = readWritten(key);
  const lines = [written.text, text].filter((line) => line !== '');
  if (text !== '')
    localStorage.setItem(key, JSON.stringify({ ...written, text: lines.join('\n') }));
  const kept = keptFilesAt<File[]>(PLACE);
  const before = (await kept.find()) ?? [];
  const fitting = files
    .filter((file) => isAccepted(file, PICTURES) && file.size <= FILES.picture.maxBytes)
    .slice(0, Math.max(0, FILES.postPictures - before.length));
  if (fitting.length > 0) kept.keep([...before, ...fitting]);
  return files.length - fitting.length;
}
