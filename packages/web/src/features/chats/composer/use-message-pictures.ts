import { useState } from 'react';
import { arrangementOf, NOTHING } from '#ui/files/arrangement.ts';
import type { PickedFile } from '#ui/files/picked-files.ts';

/**
 * Holds the order and the descriptions of a message's pictures: `stored` are those that an edited
 * message keeps, `picked` the new ones.
 */
export function useMessagePictures(
  stored: readonly { name: string; alt?: string }[],
  picked: readonly PickedFile[],
) {
  const [arrangement, arrange] = useState(NOTHING);
  const unsorted = [
    ...stored.map(({ name, alt = '' }) => ({ key: name, alt, name, picked: null })),
    ...picked.map((one) => ({ key: one.key, alt: '', name: null, picked: one })),
  ];
  const arranged = arrangementOf(unsorted, arrangement, arrange);
  return {
    ...arranged,
    /**
     * Returns the field of the form; without it the pictures have no descriptions and their order.
     */
    field: (): { pictures?: string } =>
      arranged.isArranged ? { pictures: arranged.toSend() } : {},
    clear: () => arrange(NOTHING),
  };
}
