import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { useUpdateImage } from './own-page-api.ts';

/**
 * Holds the picture that replaces the cover or the avatar, saves what is cut out of it, and removes
 * either.
 */
export function useImageChange() {
  const [chosen, setChosen] = useState<{ slot: 'avatar' | 'banner'; file: File } | null>(null);
  const update = useUpdateImage();
  const onError = (error: Error) => showToast(sentenceOf(error), { tone: 'bad' });
  const keep = (cut: Blob) => {
    if (chosen === null) return;
    update.mutate(
      { slot: chosen.slot, file: cut },
      {
        onSuccess: () => setChosen(null),
        onError,
      },
    );
  };
  /** Removes a picture once the member has confirmed it. */
  const remove = async (slot: 'avatar' | 'banner', title: string) => {
    if (await confirm({ title, action: 'Убрать', danger: true }))
      update.mutate({ slot, file: null }, { onError });
  };
  return { chosen, setChosen, keep, remove, isPending: update.isPending };
}
