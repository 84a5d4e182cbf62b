import { useRef, useState } from 'react';
import type { PickedFile } from './picked-files.ts';

/** Lets a request report its progress, 0 to 1, and be aborted. */
export type Sending = { signal: AbortSignal; onProgress: (part: number) => void };
type Picked = {
  files: readonly PickedFile[];
  update: (key: string, change: { progress: number | undefined }) => void;
};

/**
 * The submission of a form with picked files: it shows its progress at the files, and it can be
 * stopped. Only one runs at a time.
 */
export function useSending(picked: Picked) {
  const [isSending, setSending] = useState(false);
  const sending = useRef<AbortController>(null);
  const progress = (part: number | undefined) =>
    picked.files.forEach((file) => picked.update(file.key, { progress: part }));
  /**
   * Runs `write`. Returns whether it succeeded; `onFail` receives the error if not. While another
   * submission runs, it does nothing and returns false.
   */
  const send = async (
    write: (sending: Sending) => Promise<unknown>,
    onFail: (error: unknown) => void,
  ): Promise<boolean> => {
    if (sending.current !== null) return false;
    const { signal } = (sending.current = new AbortController());
    setSending(true);
    try {
      await write({ signal, onProgress: progress });
      return true;
    } catch (error) {
      progress(undefined);
      onFail(error);
      return false;
    } finally {
      sending.current = null;
      setSending(false);
    }
  };
  return { isSending, send, stop: () => sending.current?.abort() };
}
