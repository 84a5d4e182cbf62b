import { useState } from 'react';
import type { HeadChoice } from './head-form.ts';
import { useObjectUrl } from './use-object-url.ts';

/** Returns what to show of a new avatar and cover, and which of them is being cropped. */
export function useHeadChoice(
  stored: { avatar: string | null; cover: string | null },
  choice: HeadChoice,
  onChange: (choice: HeadChoice) => void,
) {
  const [cutting, setCutting] = useState<{ slot: 'avatar' | 'cover'; file: File } | null>(null);
  const avatar = useObjectUrl(choice.avatar ?? null);
  const cover = useObjectUrl(choice.cover ?? null);
  return {
    face: choice.avatar === undefined ? stored.avatar : avatar,
    wide: choice.cover === undefined ? stored.cover : cover,
    cutting,
    setCutting,
    change: (slot: 'avatar' | 'cover', file: Blob | null) => onChange({ ...choice, [slot]: file }),
  };
}
