import { useState } from 'react';
import type { VideoWords } from './video-fields.tsx';
import { FINE } from './video-refusal.ts';

/** Holds what is written about a video, its preview, and why it was refused. */
export function useVideoWords(start: VideoWords) {
  const [words, setWords] = useState(start);
  const [preview, setPreview] = useState<Blob | null>(null);
  const [refusal, setRefusal] = useState(FINE);
  const change = (part: Partial<VideoWords>) => {
    setWords({ ...words, ...part });
    setRefusal(FINE);
  };
  return { words, change, preview, setPreview, refusal, setRefusal };
}
