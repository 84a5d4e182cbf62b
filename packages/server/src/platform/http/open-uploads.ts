import { appError } from '@respa/contract/app-errors';
import { OPEN_UPLOADS } from '@respa/contract/limits';

/** The uploads that are being received, counted for each member and each address. */
export type OpenUploads = {
  /**
   * Counts an upload until the returned function is called. Throws `too_many_uploads` if the member
   * or the address has too many open.
   */
  enter(member: string | null, address: string): () => void;
};

/** Seconds after which an upload that was refused may be tried again. */
const RETRY_SECONDS = 5;

/** Returns the counts of one server; without `isLimited`, nothing is refused. */
export function makeOpenUploads(isLimited: boolean): OpenUploads {
  const open = new Map<string, number>();
  const countOf = (key: string) => open.get(key) ?? 0;
  return {
    enter(member, address) {
      const keys: [key: string, most: number][] = [[`address ${address}`, OPEN_UPLOADS.address]];
      if (member !== null) keys.push([`member ${member}`, OPEN_UPLOADS.member]);
      if (isLimited && keys.some(([key, most]) => countOf(key) >= most))
        throw appError('too_many_uploads', { retryAfter: RETRY_SECONDS });
      for (const [key] of keys) open.set(key, countOf(key) + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        for (const [key] of keys) {
          const left = countOf(key) - 1;
          if (left === 0) open.delete(key);
          else open.set(key, left);
        }
      };
    },
  };
}
