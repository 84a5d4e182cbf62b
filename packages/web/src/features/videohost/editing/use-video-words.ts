import { useCallback, useState } from 'react';
import { useKeptFiles } from '#lib/kept-files.ts';
import { useKeptState } from '#lib/kept-state.ts';
import type { VideoWords } from './video-fields.tsx';
import { FINE } from './video-refusal.ts';

/**
 * Holds what is written about a video, its preview, and why it was refused. The input is kept at its
 * `place` until `forget` is called.
 */
export function useVideoWords(place: string, start: VideoWords) {
  const [words, setWords, forgetWords, isRestored] = useKeptState(`${place}.words`, start);
  const [preview, setPreview, forgetPreview] = useKeptFiles<Blob | null>(place, null);
  const [refusal, setRefusal] = useState(FINE);
  const change = (part: Partial<VideoWords>) => {
    setWords({ ...words, ...part });
    setRefusal(FINE);
  };
  const forget = useCallback(() => {
    forgetWords();
    forgetPreview();
  }, [forgetWords, forgetPreview]);
  const isChanged = preview !== null || JSON.stringify(words) !== JSON.stringify(start);
  return { words, change, preview, setPreview, refusal, setRefusal, forget, isChanged, isRestored };
}
