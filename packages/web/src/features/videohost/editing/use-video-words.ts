import { useCallback, useState } from 'react';
import type { Mention } from '@respa/contract/rich-text';
import { useNaming } from '#features/people/parts.ts';
import { useKeptFiles } from '#lib/member/kept-files.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import type { VideoWords } from './video-fields.tsx';
import { FINE } from './video-refusal.ts';

/**
 * Holds what is written about a video, its preview, and why it was refused. The input is kept at
 * its `place` until `forget` is called.
 */
export function useVideoWords(place: string, start: VideoWords, mentions?: readonly Mention[]) {
  const [words, setWords, forgetWords, isRestored] = useKeptState(`${place}.words`, start);
  const [preview, setPreview, forgetPreview] = useKeptFiles<Blob | null>(place, null);
  const [refusal, setRefusal] = useState(FINE);
  const change = (part: Partial<VideoWords>) => {
    setWords({ ...words, ...part });
    setRefusal(FINE);
  };
  const naming = useNaming(place, words.description, (description) => change({ description }), {
    text: start.description,
    mentions,
  });
  const forget = useCallback(() => {
    forgetWords();
    forgetPreview();
  }, [forgetWords, forgetPreview]);
  const isChanged = preview !== null || JSON.stringify(words) !== JSON.stringify(start);
  return {
    words,
    change,
    naming,
    preview,
    setPreview,
    refusal,
    setRefusal,
    forget,
    isChanged,
    isRestored,
  };
}
