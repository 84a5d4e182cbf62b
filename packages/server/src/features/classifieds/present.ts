import type { Static } from 'typebox';
import type { Ad, AdCard } from '@respa/contract/classifieds';
import type { SavedSearch } from '@respa/contract/classified-searches';
import type { PersonCard } from '@respa/contract/person';
import { stateOf } from './policy.ts';
import type { CardRow, SeenRow } from './queries.ts';
import { maskPhone } from './reading.ts';
import type { SearchRow } from './search-queries.ts';

export type ShownCard = Static<typeof AdCard>;
export type ShownAd = Static<typeof Ad>;
export const presentCard = (row: CardRow, viewerId: string): ShownCard => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  price: row.price,
  game: row.game,
  images: row.pictures.map(({ name }) => name),
  picture: row.pictures[0] ?? null,
  date: row.created_at.toISOString(),
  dieDate: row.ends_at?.toISOString() ?? null,
  user: row.owner_id,
  state: stateOf(row),
  isFavourite: row.is_favourite,
  isAccount: row.is_account,
  looks: row.owner_id === viewerId ? row.looks : null,
});
export const presentAd = (
  row: SeenRow,
  viewerId: string,
  person: Static<typeof PersonCard>,
): ShownAd => ({
  ...presentCard({ ...row, is_account: row.passport !== null }, viewerId),
  pictures: row.pictures,
  phone: row.owner_id === viewerId ? row.phone : maskPhone(row.phone),
  passport: row.passport,
  person,
  warnings: row.warnings,
  ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
});
export const presentSearch = (row: SearchRow): Static<typeof SavedSearch> => ({
  _id: row.id,
  q: row.q,
  game: row.game,
  from: row.price_from,
  to: row.price_to,
  pictures: row.pictures,
  date: row.created_at.toISOString(),
});
