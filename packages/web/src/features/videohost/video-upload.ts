import { useCallback, useEffect, useRef, useState } from 'react';
import { isOffline, sentenceOf } from '#lib/network/call.ts';
import { connectionOr } from '#lib/network/connection.ts';
import { callOff, sendResumable } from '#lib/network/resumable.ts';

export type VideoFileUpload = {
  state: 'none' | 'sending' | 'waiting' | 'done' | 'failed';
  progress: number;
  error: string;
  id: string;
};
const NOTHING: VideoFileUpload = { state: 'none', progress: 0, error: '', id: '' };
const RETRY_MS = 3_000;

// The browser does not store a video of gigabytes, but it stores the address of its upload: a user
// who chooses the same file again continues from there.
const placeOf = ({ name, size, lastModified }: File) =>
  `respa.film.${size}.${lastModified}.${name}`;
const remembered = (file: File): string | null => {
  try {
    return localStorage.getItem(placeOf(file));
  } catch {
    return null;
  }
};
const remember = (file: File, address: string | null) => {
  try {
    if (address === null) localStorage.removeItem(placeOf(file));
    else localStorage.setItem(placeOf(file), address);
  } catch {
    /* a browser that stores nothing sends it from the beginning */
  }
};

/**
 * Uploads a video as soon as it is chosen, and continues automatically when the connection is back.
 */
export function useVideoUpload() {
  const [upload, setUpload] = useState<VideoFileUpload>(NOTHING);
  const running = useRef<{ file: File; address: string | null; stop: AbortController } | null>(
    null,
  );
  const cancel = useCallback(() => {
    const { current } = running;
    running.current = null;
    current?.stop.abort();
    if (current !== null) {
      remember(current.file, null);
      if (current.address !== null) void callOff(current.address);
    }
    setUpload(NOTHING);
  }, []);
  const send = useCallback(async (file: File) => {
    const run = { file, address: remembered(file), stop: new AbortController() };
    running.current = run;
    setUpload({ ...NOTHING, state: 'sending' });
    for (;;) {
      try {
        const id = await sendResumable({
          file,
          purpose: 'video',
          address: run.address,
          signal: run.stop.signal,
          onAddress: (address) => {
            run.address = address;
            remember(file, address);
          },
          onProgress: (progress) => {
            if (running.current === run)
              setUpload((before) => ({ ...before, state: 'sending', error: '', progress }));
          },
        });
        if (running.current === run) setUpload({ state: 'done', progress: 1, error: '', id });
        return;
      } catch (error) {
        if (running.current !== run) return;
        if (!isOffline(error))
          return setUpload((before) => ({ ...before, state: 'failed', error: sentenceOf(error) }));
        setUpload((before) => ({
          ...before,
          state: 'waiting',
          error: 'Нет связи. Продолжим, когда она вернётся.',
        }));
        await connectionOr(RETRY_MS);
        if (running.current !== run) return;
      }
    }
  }, []);
  // Leaving the page stops the upload. The uploaded part stays on the server and can be continued.
  useEffect(
    () => () => {
      running.current?.stop.abort();
      running.current = null;
    },
    [],
  );
  /** The video was created, so its upload is used up. */
  const settle = useCallback(() => {
    if (running.current !== null) remember(running.current.file, null);
    running.current = null;
  }, []);
  return { upload, send, cancel, settle };
}
