import { FILES } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { PICTURES, usePickedFiles, type Refusal } from './picked-files.ts';

type PickedPictures = {
  /** Where the pictures are kept until they are sent. */
  place: string;
  limit: number;
  /** How many pictures were sent before. */
  taken?: number;
  /** The error for a selection beyond the limit. */
  tooMany: string;
  onRefuse: (text: string, reason: Refusal['reason']) => void;
};
/** Returns the new pictures of a form. `onRefuse` receives the error for the refused ones. */
export function usePickedPictures({ place, limit, taken, tooMany, onRefuse }: PickedPictures) {
  const refusals = {
    count: tooMany,
    type: 'Такой тип файла не поддерживается',
    size: 'Файл слишком большой',
  };
  return usePickedFiles({
    place,
    accept: PICTURES,
    limit,
    taken,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => onRefuse(refusals[reason], reason),
  });
}

/**
 * Returns the pictures of a post or an offer: the stored ones that stay, and the new ones. The
 * choice is kept at its `place` until `forget` is called.
 */
export function usePictures<Stored extends { name: string }>(
  place: string,
  stored: readonly Stored[],
  onRefuse: (text: string) => void,
) {
  const [dropped, setDropped, forgetDropped] = useKeptState<readonly string[]>(
    `${place}.pictures`,
    [],
  );
  const kept = stored.filter(({ name }) => !dropped.includes(name));
  const picked = usePickedPictures({
    place,
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
    isChanged: kept.length < stored.length || picked.files.length > 0,
    drop: (name: string) => setDropped([...dropped, name]),
    forget: () => {
      forgetDropped();
      picked.clear();
    },
  };
}
export type Pictures = ReturnType<typeof usePictures>;
