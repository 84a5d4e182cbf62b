import { useEffect, useState } from 'react';
import type { HeadChoice } from './head-form.ts';

/** The new picture: `undefined` keeps the stored one, a file replaces it, null removes it. */
type Chosen = { file: Blob; url: string } | null | undefined;

/** Holds the new avatar and cover, and which of them is being cropped. */
export function useHeadChoice(
  storedAvatar: string | null,
  storedCover: string | null,
  onChange: (choice: HeadChoice) => void,
) {
  const [avatar, setAvatar] = useState<Chosen>();
  const [cover, setCover] = useState<Chosen>();
  const [cutting, setCutting] = useState<{ slot: 'avatar' | 'cover'; file: File } | null>(null);
  useEffect(
    () => () => {
      if (avatar) URL.revokeObjectURL(avatar.url);
    },
    [avatar],
  );
  useEffect(
    () => () => {
      if (cover) URL.revokeObjectURL(cover.url);
    },
    [cover],
  );
  const face = avatar === undefined ? storedAvatar : (avatar?.url ?? null);
  const wide = cover === undefined ? storedCover : (cover?.url ?? null);
  const fileOf = (chosen: Chosen) => (chosen === undefined ? undefined : (chosen?.file ?? null));
  const change = (slot: 'avatar' | 'cover', chosen: Chosen) => {
    if (slot === 'avatar') setAvatar(chosen);
    else setCover(chosen);
    onChange({
      avatar: fileOf(slot === 'avatar' ? chosen : avatar),
      cover: fileOf(slot === 'cover' ? chosen : cover),
    });
  };
  return { face, wide, cutting, setCutting, change };
}
