import { pictureSource } from '#lib/media.ts';
import { Picture } from '#ui/media/picture.tsx';
import { Scenery } from '#ui/layout/scenery.tsx';
import type { Card } from './api.ts';

/** The first picture of an offer; one that has none gets a view of its own. It fills its place. */
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
