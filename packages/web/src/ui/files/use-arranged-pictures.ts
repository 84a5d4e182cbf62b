import { useKeptState } from '#lib/member/kept-state.ts';
import { arrangementOf, NOTHING, type ArrangedPicture, type Arrangement } from './arrangement.ts';
import type { PickedFile } from './picked-files.ts';
import { usePictures } from './use-pictures.ts';

type Stored = { name: string; alt?: string };
/** Returns keys of files that are the same after a reload. */
function keysOf(files: readonly PickedFile[]): string[] {
  const counts = new Map<string, number>();
  return files.map(({ file: { name, size, lastModified } }) => {
    const key = `${name}/${size}/${lastModified}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return `${key}/${count}`;
  });
}

/**
 * As `usePictures`, for pictures that have an order and descriptions. Both are kept at the `place`
 * as well.
 */
export function useArrangedPictures(
  place: string,
  stored: readonly Stored[],
  onRefuse: (text: string) => void,
) {
  const pictures = usePictures(place, stored, onRefuse);
  const [arrangement, arrange, forget] = useKeptState<Arrangement>(`${place}.arrangement`, NOTHING);
  const { kept, picked } = pictures;
  const keys = keysOf(picked.files);
  const unsorted: ArrangedPicture[] = [
    ...kept.map(({ name, alt = '' }) => ({
      key: name,
      alt,
      name,
      picked: null,
    })),
    ...picked.files.map((one, at) => ({
      key: keys[at]!,
      alt: '',
      name: null,
      picked: one,
    })),
  ];
  const { isArranged, ...arranged } = arrangementOf(unsorted, arrangement, arrange);
  return {
    ...pictures,
    isChanged: pictures.isChanged || isArranged,
    ...arranged,
    /** Removes a picture that is not being sent. */
    remove: ({ name, picked: one }: ArrangedPicture) =>
      name === null ? picked.remove(one!.key) : pictures.drop(name),
    forget: () => {
      pictures.forget();
      forget();
    },
  };
}
export type ArrangedPictures = ReturnType<typeof useArrangedPictures>;
