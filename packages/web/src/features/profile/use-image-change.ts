import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useUpdateImage } from './api.ts';

/** Holds the picture that replaces the cover or the avatar, and saves what is cut out of it. */
export function useImageChange() {
  const [chosen, setChosen] = useState<{ slot: 'avatar' | 'banner'; file: File } | null>(null);
  const update = useUpdateImage();
  const keep = (cut: Blob) => {
    if (chosen === null) return;
    update.mutate(
      { slot: chosen.slot, file: cut },
      {
        onSuccess: () => setChosen(null),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  };
  return { chosen, setChosen, keep, isPending: update.isPending };
}
