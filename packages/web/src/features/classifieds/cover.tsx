import { pictureSource } from '#lib/browser/media.ts';
import { Picture } from '#ui/media/picture.tsx';
import { Scenery } from '#ui/layout/scenery.tsx';
import type { Card } from './api.ts';

/**
 * The first picture of an offer. An offer without one gets a generated picture. It fills its
 * container.
 */
export function Cover({
  offer,
  sizes,
  first,
}: {
  offer: Pick<Card, '_id' | 'picture'>;
  sizes: string;
  first?: boolean;
}) {
  return offer.picture === null ? (
    <Scenery seed={offer._id} />
  ) : (
    <Picture {...pictureSource('board', offer.picture)} fit="cover" sizes={sizes} first={first} />
  );
}
