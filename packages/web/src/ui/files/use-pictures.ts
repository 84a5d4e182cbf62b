import { useState } from 'react';
import { FILES } from '@respa/contract/limits';
import { PICTURES, usePickedFiles, type Refusal } from './picked-files.ts';

type PickedPictures = {
  limit: number;
  /** How many pictures were sent before. */
  taken?: number;
  /** The error for a selection beyond the limit. */
  tooMany: string;
  onRefuse: (text: string, reason: Refusal['reason']) => void;
};
/** Returns the new pictures of a form. `onRefuse` receives the error for the refused ones. */
export function usePickedPictures({ limit, taken, tooMany, onRefuse }: PickedPictures) {
  const refusals = {
    count: tooMany,
    type: 'Такой тип файла не поддерживается',
    size: 'Файл слишком большой',
  };
  return usePickedFiles({
    accept: PICTURES,
    limit,
    taken,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => onRefuse(refusals[reason], reason),
  });
}

/** Returns the pictures of a post or an offer: the stored ones that stay, and the new ones. */
export function usePictures<Stored extends { name: string }>(
  stored: readonly Stored[],
  onRefuse: (text: string) => void,
) {
  const [kept, setKept] = useState(stored);
  const picked = usePickedPictures({
    limit: FILES.postPictures,
    taken: kept.length,
    tooMany: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
    onRefuse: (text, reason) => {
      onRefuse(text);
      if (reason === 'count') window.alert(text);
    },
  });
  return {
    kept,
    picked,
    count: kept.length + picked.files.length,
    drop: (name: string) => setKept(kept.filter((picture) => picture.name !== name)),
  };
}
export type Pictures = ReturnType<typeof usePictures>;
