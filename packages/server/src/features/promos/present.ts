import type { Static } from 'typebox';
import type { PersonCard } from '@respa/contract/person';
import type { Promo } from '@respa/contract/promos';
import { stateOf } from './policy.ts';
import type { PromoRow } from './queries.ts';

export type ShownPromo = Static<typeof Promo>;
/**
 * `isOwn`: the viewer is its author or the admin, and sees the statistics and the reason of a
 * rejection.
 */
export const presentPromo = (
  row: PromoRow,
  person: Static<typeof PersonCard>,
  isOwn: boolean,
  at: Date,
): ShownPromo => ({
  _id: row.id,
  title: row.title,
  text: row.text,
  imageUrl: row.picture.name,
  picture: row.picture,
  link: row.link,
  date: row.created_at.toISOString(),
  dieDate: row.ends_at?.toISOString() ?? null,
  days: row.days,
  state: stateOf(row, at),
  reason: isOwn ? row.reason : '',
  person,
  views: isOwn ? row.views : null,
  clicks: isOwn ? row.clicks : null,
});
