import { useCallback, useEffect, useRef, useState } from 'react';
import { isOffline, sentenceOf } from '#lib/network/call.ts';
import { connectionOr } from '#lib/network/connection.ts';
import { callOff, sendResumable } from '#lib/network/resumable.ts';
import { rememberedUpload, rememberUpload } from './remembered-uploads.ts';

export type VideoFileUpload = {
  state: 'none' | 'sending' | 'waiting' | 'done' | 'failed';
  progress: number;
  error: string;
  id: string;
};
const NOTHING: VideoFileUpload = { state: 'none', progress: 0, error: '', id: '' };
const RETRY_MS = 3_000;

type Run = { file: File; address: string | null; stop: AbortController };
type Change = (change: (before: VideoFileUpload) => VideoFileUpload) => void;

/** Sends a run's file until it is uploaded, fails, or another run takes its place. */
async function sendRun(run: Run, isRunning: () => boolean, change: Change): Promise<void> {
  for (;;) {
    try {
      const id = await sendResumable({
        file: run.file,
        purpose: 'video',
        address: run.address,
        signal: run.stop.signal,
        onAddress: (address) => {
          run.address = address;
          rememberUpload(run.file, address);
        },
        onProgress: (progress) => {
          if (isRunning())
            change((before) => ({ ...before, state: 'sending', error: '', progress }));
        },
      });
      if (isRunning()) change(() => ({ state: 'done', progress: 1, error: '', id }));
      return;
    } catch (error) {
      if (!isRunning()) return;
      if (!isOffline(error))
        return change((before) => ({ ...before, state: 'failed', error: sentenceOf(error) }));
      change((before) => ({
        ...before,
        state: 'waiting',
        error: 'Нет связи. Продолжим, когда она вернётся.',
      }));
      await connectionOr(RETRY_MS);
      if (!isRunning()) return;
    }
  }
}

/**
 * Uploads a video as soon as it is chosen, and continues automatically when the connection is back.
 */
export function useVideoUpload() {
  const [upload, setUpload] = useState<VideoFileUpload>(NOTHING);
  const running = useRef<Run | null>(null);
  const cancel = useCallback(() => {
    const { current } = running;
    running.current = null;
    current?.stop.abort();
    if (current !== null) {
      rememberUpload(current.file, null);
      if (current.address !== null) void callOff(current.address);
    }
    setUpload(NOTHING);
  }, []);
  const send = useCallback(async (file: File) => {
    const run = { file, address: rememberedUpload(file), stop: new AbortController() };
    running.current = run;
    setUpload({ ...NOTHING, state: 'sending' });
    await sendRun(run, () => running.current === run, setUpload);
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
    if (running.current !== null) rememberUpload(running.current.file, null);
    running.current = null;
  }, []);
  return { upload, send, cancel, settle };
}
