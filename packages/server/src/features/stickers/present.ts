import type { Static } from 'typebox';
import type { Pack, SavedGif, Sticker } from '@respa/contract/stickers';
import { presentHead, removedPerson, type CardRow } from '#features/people/service.ts';
import type { GifRow } from './gif-queries.ts';
import type { PackRow, StickerRow } from './queries.ts';

export const presentSticker = ({
  id,
  pack_id: pack,
  emoji,
  picture,
}: StickerRow): Static<typeof Sticker> => ({ _id: id, pack, emoji, ...picture });
export const presentPack = (
  row: PackRow,
  viewerId: string,
  cards: Map<string, CardRow>,
): Static<typeof Pack> => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  owner: presentHead(cards.get(row.owner_id) ?? removedPerson(row.owner_id)),
  count: row.items,
  cover: row.cover === null ? [] : [presentSticker(row.cover)],
  isMine: row.owner_id === viewerId,
  isAdded: row.is_added,
});
export const presentGif = ({ id, picture, saved_at: date }: GifRow): Static<typeof SavedGif> => ({
  _id: id,
  ...picture,
  date: date.toISOString(),
});
