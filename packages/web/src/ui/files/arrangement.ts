import type { Dispatch, SetStateAction } from 'react';
import type { PickedFile } from './picked-files.ts';

/** A picture of a form: a stored one has a name, a new one is a file. */
export type ArrangedPicture = {
  key: string;
  alt: string;
  name: string | null;
  picked: PickedFile | null;
};
/** The keys of pictures in their order, and the descriptions that were changed. */
export type Arrangement = { order: readonly string[]; alts: Readonly<Record<string, string>> };
export const NOTHING: Arrangement = { order: [], alts: {} };

/**
 * Returns the pictures of a form in their order and with their descriptions, and what changes both.
 * `unsorted` are the stored pictures, and the new ones in the order in which they are sent.
 */
export function arrangementOf(
  unsorted: readonly ArrangedPicture[],
  { order, alts }: Arrangement,
  arrange: Dispatch<SetStateAction<Arrangement>>,
) {
  const placeOf = ({ key }: ArrangedPicture) =>
    order.includes(key) ? order.indexOf(key) : order.length;
  const items = unsorted
    .map((one) => ({ ...one, alt: alts[one.key] ?? one.alt }))
    .sort((a, b) => placeOf(a) - placeOf(b));
  const added = unsorted.flatMap(({ picked }) => picked ?? []);
  return {
    items,
    isArranged: items.some(
      ({ key, alt }, at) =>
        key !== unsorted[at]!.key || alt !== unsorted.find((one) => one.key === key)!.alt,
    ),
    /** Moves a picture to another place. */
    move: (key: string, to: number) => {
      const rest = items.flatMap((one) => (one.key === key ? [] : one.key));
      if (rest.length === items.length || to < 0 || to > rest.length) return;
      arrange((before) => ({ ...before, order: [...rest.slice(0, to), key, ...rest.slice(to)] }));
    },
    describe: (key: string, alt: string) =>
      arrange((before) => ({ ...before, alts: { ...before.alts, [key]: alt } })),
    /** Returns the pictures as the server takes them. */
    toSend: () =>
      JSON.stringify(
        items.map(({ name, picked, alt }) =>
          name === null ? { file: added.indexOf(picked!), alt } : { name, alt },
        ),
      ),
  };
}
