import { useKeptState } from '#lib/kept-state.ts';
import type { PickedFile } from './picked-files.ts';
import { usePictures } from './use-pictures.ts';

type Stored = { name: string; alt?: string };
/** A picture of a form: a stored one has a name, a new one is a file. */
export type ArrangedPicture = {
  key: string;
  alt: string;
  name: string | null;
  picked: PickedFile | null;
};
type Arrangement = { order: readonly string[]; alts: Readonly<Record<string, string>> };
const NOTHING: Arrangement = { order: [], alts: {} };

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
  const [{ order, alts }, arrange, forget] = useKeptState<Arrangement>(
    `${place}.arrangement`,
    NOTHING,
  );
  const { kept, picked } = pictures;
  const keys = keysOf(picked.files);
  const unsorted: ArrangedPicture[] = [
    ...kept.map(({ name, alt = '' }) => ({
      key: name,
      alt: alts[name] ?? alt,
      name,
      picked: null,
    })),
    ...picked.files.map((one, at) => ({
      key: keys[at]!,
      alt: alts[keys[at]!] ?? '',
      name: null,
      picked: one,
    })),
  ];
  const placeOf = ({ key }: ArrangedPicture) =>
    order.includes(key) ? order.indexOf(key) : order.length;
  const items = [...unsorted].sort((a, b) => placeOf(a) - placeOf(b));
  /** Moves a picture to another place. */
  const move = (key: string, to: number) => {
    const rest = items.flatMap((one) => (one.key === key ? [] : one.key));
    if (rest.length === items.length || to < 0 || to > rest.length) return;
    arrange((before) => ({ ...before, order: [...rest.slice(0, to), key, ...rest.slice(to)] }));
  };
  const isArranged =
    items.some(({ key }, at) => key !== unsorted[at]!.key) ||
    kept.some(({ name, alt = '' }) => (alts[name] ?? alt) !== alt);
  return {
    ...pictures,
    isChanged: pictures.isChanged || isArranged,
    items,
    move,
    describe: (key: string, alt: string) =>
      arrange((before) => ({ ...before, alts: { ...before.alts, [key]: alt } })),
    /** Removes a picture that is not being sent. */
    remove: ({ name, picked: one }: ArrangedPicture) =>
      name === null ? picked.remove(one!.key) : pictures.drop(name),
    /** Returns the pictures as the server takes them. */
    toSend: () =>
      JSON.stringify(
        items.map(({ name, picked: one, alt }) =>
          name === null ? { file: picked.files.indexOf(one!), alt } : { name, alt },
        ),
      ),
    forget: () => {
      pictures.forget();
      forget();
    },
  };
}
export type ArrangedPictures = ReturnType<typeof useArrangedPictures>;
